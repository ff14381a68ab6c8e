package io.milena.storage.recovery;

import io.milena.storage.checkpoint.CheckpointFile;
import io.milena.storage.checkpoint.MalformedCheckpoint;
import io.milena.storage.files.FileStore;
import io.milena.storage.files.StoreFile;
import io.milena.storage.producer.ProducerSnapshotFormat;
import io.milena.storage.producer.ProducerSnapshotFormat.Row;
import io.milena.storage.segment.SegmentName;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The {@code .snapshot} files of one log: what it knew of its producers when it ended at the offset in the name. There
 * is one for the start of each segment, and one for the end of the log after an orderly stop; where compaction has been
 * there is none, for what would be replayed on it is not complete.
 *
 * <p>Each is written to a temporary file, forced, and renamed, so that a crash leaves all of it or nothing; and its
 * checksum tells a file that was damaged all the same, which is then ignored. Whatever is missing costs only time: an
 * older snapshot is used, and more of the log replayed. A temporary file that a crash left is removed on load.
 *
 * <p>Thread-safe. {@link #later} takes no lock and does no I/O, so that a roll need not wait for the disk; all else
 * may.
 */
public final class ProducerSnapshots {

    private static final Logger log = LoggerFactory.getLogger(ProducerSnapshots.class);

    private static final String TEMPORARY = SegmentName.SNAPSHOT + CheckpointFile.TEMPORARY;

    private final FileStore store;
    private final Path directory;
    /** What has to be written; a truncation takes out what no longer holds. */
    private final ConcurrentNavigableMap<Long, List<Row>> waiting = new ConcurrentSkipListMap<>();
    /**
     * What is there, once {@link #listed} has told; null where nobody did, as for a log in use, whose snapshots are
     * hardly ever asked for. Guarded by this.
     */
    private @Nullable NavigableSet<Long> known;

    public ProducerSnapshots(FileStore store, Path directory) {
        this.store = store;
        this.directory = directory;
    }

    /**
     * The directory was listed and had these files. From now on it is not listed again: this one alone changes its
     * snapshots. Those that a crash left unfinished are removed.
     */
    synchronized void listed(List<String> names) throws IOException {
        known = offsetsIn(names);
        for (String name : names) {
            if (SegmentName.baseOffset(name, TEMPORARY) >= 0) {
                store.delete(directory.resolve(name));
            }
        }
    }

    /** The producers as they are where the log ends at {@code offset}; {@link #writeWaiting} must follow. */
    public void later(long offset, List<Row> rows) {
        waiting.put(offset, rows);
    }

    /** Writes what waits. */
    public synchronized void writeWaiting() throws IOException {
        while (true) {
            Map.Entry<Long, List<Row>> next = waiting.pollFirstEntry();
            if (next == null) {
                return;
            }
            write(next.getKey(), next.getValue());
        }
    }

    private void write(long offset, List<Row> rows) throws IOException {
        Path temporary = SegmentName.of(directory, offset, TEMPORARY);
        try (StoreFile file = store.open(temporary)) {
            file.truncate(0);
            file.write(ProducerSnapshotFormat.write(rows), 0);
            file.force();
        } catch (IOException e) {
            store.delete(temporary);
            throw e;
        }
        store.rename(temporary, path(offset));
    }

    /** Nothing that waits is written any more: the log is closed, or gone. */
    public void giveUp() {
        waiting.clear();
    }

    /** Returns when what is being written is done. */
    public synchronized void awaitWrite() {
        // Whoever writes is in here.
    }

    /** Removes those before {@code offset}: batches that would have to be replayed on them may be gone. */
    public synchronized void dropBefore(long offset) throws IOException {
        waiting.headMap(offset).clear();
        for (long dropped : offsets().headSet(offset)) {
            remove(dropped);
        }
    }

    /** Removes those behind a cut at {@code offset}: they describe what no longer is. */
    public synchronized void dropBehind(long offset) throws IOException {
        waiting.tailMap(offset, false).clear();
        for (long dropped : offsets().tailSet(offset, false)) {
            remove(dropped);
        }
    }

    /** Keeps those at the start of a segment and the newest, and removes all others. */
    synchronized void tidy(SortedSet<Long> segmentOffsets) throws IOException {
        NavigableSet<Long> offsets = offsets();
        for (long offset : offsets) {
            if (offset != offsets.last() && !segmentOffsets.contains(offset)) {
                remove(offset);
            }
        }
    }

    /** Whether there is any. */
    synchronized boolean isEmpty() throws IOException {
        return offsets().isEmpty();
    }

    /** Whether the one at {@code offset} is there. */
    public boolean has(long offset) {
        return store.exists(path(offset));
    }

    /**
     * The newest sound one of those from {@code first} to {@code last}; null if there is none. Those that are damaged
     * are removed.
     */
    synchronized @Nullable Snapshot newest(long first, long last) throws IOException {
        for (long candidate : offsets().subSet(first, true, last, true).descendingSet()) {
            try {
                return new Snapshot(candidate, ProducerSnapshotFormat.read(read(path(candidate))));
            } catch (MalformedCheckpoint e) {
                log.warn("{} is ignored and removed: {}", path(candidate), e.getMessage());
                remove(candidate);
            }
        }
        return null;
    }

    @Override
    public String toString() {
        return directory.toString();
    }

    private void remove(long offset) throws IOException {
        store.delete(path(offset));
        if (known != null) {
            known.remove(offset);
        }
    }

    private NavigableSet<Long> offsets() throws IOException {
        return known == null ? offsetsIn(store.list(directory)) : new TreeSet<>(known);
    }

    private static NavigableSet<Long> offsetsIn(List<String> names) {
        NavigableSet<Long> offsets = new TreeSet<>();
        for (String name : names) {
            long offset = SegmentName.baseOffset(name, SegmentName.SNAPSHOT);
            if (offset >= 0) {
                offsets.add(offset);
            }
        }
        return offsets;
    }

    private Path path(long offset) {
        return SegmentName.of(directory, offset, SegmentName.SNAPSHOT);
    }

    private ByteBuffer read(Path file) throws IOException {
        try (StoreFile in = store.openToRead(file)) {
            ByteBuffer bytes = ByteBuffer.allocate((int) Math.min(in.sizeBytes(), Integer.MAX_VALUE - 8));
            in.read(bytes, 0);
            return bytes.flip();
        }
    }

    /** What one file holds. */
    record Snapshot(long offset, List<Row> rows) {}
}
