package io.milena.storage.disk;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * The bytes of one file: as programs see them, and as a power cut leaves them. Guarded by its store's lock.
 *
 * <p>Of what was not forced any part may survive: a power cut keeps or loses each write and each truncation by itself,
 * tears a write at any byte, or leaves zeros where it should have been, as file systems do that note the new size
 * before the bytes.
 */
final class DiskFile {

    private byte[] seen = {};
    private byte[] forced = {};
    private final List<Change> unforced = new ArrayList<>();
    long lastModifiedMs;

    /** One write, or with null bytes a truncation to {@code position}. */
    private record Change(int position, byte @org.jspecify.annotations.Nullable [] bytes) {

        byte[] applyTo(byte[] content) {
            return bytes == null
                    ? content.length <= position ? content : Arrays.copyOf(content, position)
                    : overwrite(content, position, bytes);
        }
    }

    private static byte[] overwrite(byte[] content, int position, byte[] bytes) {
        int end = position + bytes.length;
        byte[] grown = end > content.length ? Arrays.copyOf(content, end) : content.clone();
        System.arraycopy(bytes, 0, grown, position, bytes.length);
        return grown;
    }

    byte[] seen() {
        return seen;
    }

    int sizeBytes() {
        return seen.length;
    }

    void write(byte[] bytes, int position) {
        changed(new Change(position, bytes));
    }

    void truncate(int sizeBytes) {
        if (sizeBytes < seen.length) {
            changed(new Change(sizeBytes, null));
        }
    }

    private void changed(Change change) {
        unforced.add(change);
        seen = change.applyTo(seen);
    }

    void force() {
        for (Change change : unforced) {
            forced = change.applyTo(forced);
        }
        unforced.clear();
    }

    /**
     * The system tried to force and could not: it forgets that there was anything to force, so that the next force
     * succeeds and brings nothing back.
     */
    void forceFailed(RandomGenerator random) {
        forced = surviving(random);
        unforced.clear();
    }

    /** The power went out and came back. */
    void lost(RandomGenerator random) {
        forced = surviving(random);
        seen = forced;
        unforced.clear();
    }

    private byte[] surviving(RandomGenerator random) {
        byte[] content = forced;
        int mode = random.nextInt(4);
        int whole = mode == 0 ? unforced.size() : mode == 1 ? 0 : random.nextInt(unforced.size() + 1);
        for (int i = 0; i < unforced.size(); i++) {
            Change change = unforced.get(i);
            if (i < whole && mode < 3) {
                content = change.applyTo(content);
            } else if (mode == 3 || mode == 2 && i == whole) {
                content = partOf(change, content, random);
            }
        }
        return content;
    }

    private static byte[] partOf(Change change, byte[] content, RandomGenerator random) {
        if (change.bytes == null || change.bytes.length == 0) {
            return random.nextBoolean() ? change.applyTo(content) : content;
        }
        int kept = random.nextInt(change.bytes.length + 1);
        return switch (random.nextInt(5)) {
            case 0 -> content;
            case 1 -> overwrite(content, change.position, Arrays.copyOf(change.bytes, kept));
            case 2 -> overwrite(content, change.position, new byte[change.bytes.length]);
            case 3 -> overwrite(content, change.position, zeroFrom(change.bytes, kept));
            default -> change.applyTo(content);
        };
    }

    private static byte[] zeroFrom(byte[] bytes, int from) {
        byte[] holed = bytes.clone();
        Arrays.fill(holed, from, bytes.length, (byte) 0);
        return holed;
    }
}
