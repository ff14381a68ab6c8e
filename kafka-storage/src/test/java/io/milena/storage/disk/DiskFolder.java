package io.milena.storage.disk;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The names in one folder: as programs see them, and as a power cut leaves them. Guarded by its store's lock.
 *
 * <p>Of the changes that were not forced, a power cut loses the last few, as a journal does, or any of them, as file
 * systems may that write their folders in no order: a later one can survive without an earlier one. A rename survives
 * whole or not at all, and a file never has two names.
 */
final class DiskFolder {

    private final NavigableMap<String, Object> seen = new TreeMap<>();
    private final NavigableMap<String, Object> forced = new TreeMap<>();
    private final List<Change> unforced = new ArrayList<>();
    private @Nullable BitSet survivors;

    /** Gives a node, a {@link DiskFile} or a {@link DiskFolder}, this name or none in place of the one that it has. */
    private record Change(@Nullable String come, Object node) {

        /** Whatever name the node had is gone, also one that a change before this should have taken away. */
        void applyTo(NavigableMap<String, Object> names) {
            names.values().removeIf(each -> each == node);
            if (come != null) {
                names.put(come, node);
            }
        }
    }

    List<String> names() {
        return new ArrayList<>(seen.keySet());
    }

    @Nullable
    Object get(String name) {
        return seen.get(name);
    }

    void add(String name, Object node) {
        changed(new Change(name, node));
    }

    void remove(String name) {
        changed(new Change(null, Objects.requireNonNull(seen.get(name))));
    }

    void rename(String from, String to) {
        changed(new Change(to, Objects.requireNonNull(seen.get(from))));
    }

    private void changed(Change change) {
        unforced.add(change);
        change.applyTo(seen);
    }

    void force() {
        unforced.forEach(change -> change.applyTo(forced));
        unforced.clear();
    }

    /** The power went out and came back, here and in all that lies below. */
    void lost(RandomGenerator random) {
        surviving(random).forEach(change -> change.applyTo(forced));
        unforced.clear();
        seen.clear();
        seen.putAll(forced);
        for (Object node : seen.values()) {
            if (node instanceof DiskFolder folder) {
                folder.lost(random);
            } else if (node instanceof DiskFile file) {
                file.lost(random);
            }
        }
    }

    /** Changes of names that a power cut may lose. */
    int unforcedCount() {
        return unforced.size();
    }

    /** Which of these the next power cut leaves, in place of what chance says. */
    void survivors(BitSet chosen) {
        survivors = chosen;
    }

    private List<Change> surviving(RandomGenerator random) {
        BitSet chosen = survivors;
        if (chosen != null) {
            survivors = null;
            return chosen.stream().mapToObj(unforced::get).toList();
        }
        int mode = random.nextInt(3);
        if (mode == 0) {
            return unforced;
        }
        if (mode == 1) {
            return unforced.subList(0, random.nextInt(unforced.size() + 1));
        }
        int percent = 10 + random.nextInt(81);
        return unforced.stream().filter(change -> random.nextInt(100) < percent).toList();
    }

    /** Bytes of all files in here and below. */
    long sizeBytes() {
        long total = 0;
        for (Object node : seen.values()) {
            total += node instanceof DiskFolder folder ? folder.sizeBytes() : ((DiskFile) node).sizeBytes();
        }
        return total;
    }
}
