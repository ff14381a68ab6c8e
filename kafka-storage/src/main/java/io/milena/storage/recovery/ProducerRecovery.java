package io.milena.storage.recovery;

import io.milena.storage.checkpoint.MalformedCheckpoint;
import io.milena.storage.files.FileStore;
import io.milena.storage.files.StoreFile;
import io.milena.storage.producer.ProducerBatch;
import io.milena.storage.producer.ProducerSnapshotFormat;
import io.milena.storage.producer.ProducerStates;
import io.milena.storage.segment.BatchScan;
import io.milena.storage.segment.Segment;
import io.milena.storage.segment.SegmentName;
import io.milena.storage.segment.SharedFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps what a log knows of its producers across restarts: snapshot files, and the replay of the batches behind them.
 *
 * <p>Guarded by the log's lock. A crash may tear the newest snapshot, which its checksum tells, or lose it: the one
 * before is used, and more of the log is replayed.
 */
public final class ProducerRecovery {

    private static final Logger log = LoggerFactory.getLogger(ProducerRecovery.class);

    private final FileStore store;
    private final Path directory;

    public ProducerRecovery(FileStore store, Path directory) {
        this.store = store;
        this.directory = directory;
    }

    /** Writes the producers as they are at {@code offset}, the end of the log. */
    public void write(long offset, ProducerStates producers) throws IOException {
        try (StoreFile file = store.open(path(offset))) {
            file.truncate(0);
            file.write(ProducerSnapshotFormat.write(producers.rows()), 0);
        } catch (IOException e) {
            store.delete(path(offset));
            throw e;
        }
    }

    /** Removes the snapshot at {@code offset}, where a segment begins no longer. Others tell what it told. */
    public void drop(long offset) throws IOException {
        store.delete(path(offset));
    }

    /** Removes the snapshots before the first segment. */
    public void dropBefore(long offset) throws IOException {
        for (long snapshot : offsets()) {
            if (snapshot < offset) {
                store.delete(path(snapshot));
            }
        }
    }

    /** Removes the snapshots behind {@code endOffset}: they describe what is about to be cut off. */
    public void dropBehind(long endOffset) throws IOException {
        for (long snapshot : offsets()) {
            if (snapshot > endOffset) {
                store.delete(path(snapshot));
            }
        }
    }

    /**
     * Brings the producers to where they were at {@code endOffset}. Snapshots behind it describe what no longer is, and
     * between one before the first segment and that segment batches are missing: both are removed.
     */
    public void restore(ProducerStates producers, Collection<Segment> segments, long endOffset) throws IOException {
        dropBehind(endOffset);
        if (!segments.isEmpty()) {
            dropBefore(segments.iterator().next().baseOffset());
        }
        producers.restore(List.of());
        long from = restoreSnapshot(producers);
        for (Segment segment : new ArrayList<>(segments)) {
            replay(segment, from, producers);
        }
    }

    /** Whether there is any snapshot. */
    public boolean hasSnapshot() throws IOException {
        return !offsets().isEmpty();
    }

    private long restoreSnapshot(ProducerStates producers) throws IOException {
        List<Long> newestLast = offsets();
        for (int i = newestLast.size() - 1; i >= 0; i--) {
            long offset = newestLast.get(i);
            try {
                producers.restore(ProducerSnapshotFormat.read(read(path(offset))));
                return offset;
            } catch (MalformedCheckpoint e) {
                log.warn("{} is ignored and removed: {}", path(offset), e.getMessage());
                store.delete(path(offset));
            }
        }
        return 0;
    }

    private void replay(Segment segment, long from, ProducerStates producers) throws IOException {
        if (segment.sizeBytes() == 0) {
            return;
        }
        long start = segment.offsetIndex().positionBefore(from);
        SharedFile file = segment.retainFile();
        try {
            var scan = new BatchScan(file.file(), start, segment.sizeBytes(), BatchScan.LONG_WINDOW);
            while (scan.next()) {
                if (scan.batch().hasProducerId() && scan.batch().baseOffset() >= from) {
                    producers.appended(ProducerBatch.of(scan.batch()));
                }
            }
        } finally {
            file.release();
        }
    }

    private List<Long> offsets() throws IOException {
        List<Long> offsets = new ArrayList<>();
        for (String name : store.list(directory)) {
            long offset = SegmentName.baseOffset(name, SegmentName.SNAPSHOT);
            if (offset >= 0) {
                offsets.add(offset);
            }
        }
        offsets.sort(null);
        return offsets;
    }

    private Path path(long offset) {
        return SegmentName.of(directory, offset, SegmentName.SNAPSHOT);
    }

    private ByteBuffer read(Path file) throws IOException {
        try (StoreFile in = store.openToRead(file)) {
            ByteBuffer bytes = ByteBuffer.allocate((int) Math.min(in.sizeBytes(), Integer.MAX_VALUE - 8));
            in.read(bytes, 0);
            bytes.flip();
            return bytes;
        }
    }
}
