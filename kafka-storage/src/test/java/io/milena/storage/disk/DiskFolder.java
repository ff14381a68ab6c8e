package io.milena.storage.disk;

import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The names in one folder: as programs see them, and as a power cut leaves them. Guarded by its store's lock.
 *
 * <p>Changes of names survive in order, as journals keep them: a power cut loses the last few that were not forced.
 */
final class DiskFolder {

    private final NavigableMap<String, Object> seen = new TreeMap<>();
    private final NavigableMap<String, Object> forced = new TreeMap<>();
    private final List<Change> unforced = new ArrayList<>();

    /** Takes a name away, gives one, or both at once; a node is a {@link DiskFile} or a {@link DiskFolder}. */
    private record Change(
            @Nullable String gone,
            @Nullable String come,
            @Nullable Object node) {

        void applyTo(NavigableMap<String, Object> names) {
            if (gone != null) {
                names.remove(gone);
            }
            if (come != null && node != null) {
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
        changed(new Change(null, name, node));
    }

    void remove(String name) {
        changed(new Change(name, null, null));
    }

    void rename(String from, String to) {
        changed(new Change(from, to, seen.get(from)));
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
        int kept = random.nextInt(3) == 0 ? unforced.size() : random.nextInt(unforced.size() + 1);
        unforced.subList(0, kept).forEach(change -> change.applyTo(forced));
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

    /** Bytes of all files in here and below. */
    long sizeBytes() {
        long total = 0;
        for (Object node : seen.values()) {
            total += node instanceof DiskFolder folder ? folder.sizeBytes() : ((DiskFile) node).sizeBytes();
        }
        return total;
    }
}
