package io.milena.storage.recovery;

import io.milena.storage.LogConfig;
import io.milena.storage.checkpoint.CheckpointFile;
import io.milena.storage.checkpoint.MalformedCheckpoint;
import io.milena.storage.epoch.EpochCheckpointFormat;
import io.milena.storage.epoch.EpochEntry;
import io.milena.storage.epoch.LeaderEpochs;
import io.milena.storage.files.FileStore;
import io.milena.storage.producer.ProducerStates;
import io.milena.storage.segment.BatchScan;
import io.milena.storage.segment.IndexBlockCache;
import io.milena.storage.segment.Segment;
import io.milena.storage.segment.Segments;
import io.milena.storage.segment.SharedFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Loads one log from its directory. After an orderly stop it reads names and sizes, and the end of the last segment;
 * else it goes through every segment from the recovery point on. Confined to one thread.
 */
public final class LogLoader {

    private static final Logger log = LoggerFactory.getLogger(LogLoader.class);

    private final FileStore store;
    private final IndexBlockCache cache;
    private final Path directory;
    private final LogConfig config;
    private final Known known;

    private final Segments segments = new Segments();
    private final ProducerStates producers = new ProducerStates();
    private final CheckpointFile epochFile;
    private boolean epochsLost;

    /**
     * What the checkpoints of the directory say.
     *
     * @param recoveryPoint everything before it is forced to disk
     * @param logStartOffset first offset that may be read, as far as known
     * @param cleanShutdown whether the last stop was orderly
     */
    public record Known(long recoveryPoint, long logStartOffset, boolean cleanShutdown) {

        /** Of a log that has no directory so far. */
        public static final Known NEW = new Known(0, 0, true);
    }

    public LogLoader(FileStore store, IndexBlockCache cache, Path directory, LogConfig config, Known known) {
        this.store = store;
        this.cache = cache;
        this.directory = directory;
        this.config = config;
        this.known = known;
        this.epochFile = new CheckpointFile(store, directory.resolve(EpochCheckpointFormat.FILE_NAME));
    }

    /** Loads, and repairs what a crash left. */
    public LoadedLog load() throws IOException {
        TreeSet<Long> bases = new DirectoryScan(store, directory).segments();
        LeaderEpochs epochs = readEpochs(!bases.isEmpty());
        List<EpochEntry> inFile = epochs.entries();
        if (bases.isEmpty()) {
            bases.add(known.logStartOffset());
        }
        for (long base : bases) {
            segments.add(Segment.sealed(store, cache, directory, base));
        }
        long endOffset = known.cleanShutdown() && !epochsLost ? openEnd() : recover(epochs);
        if (segments.isEmpty()) {
            beginAt(Math.max(known.logStartOffset(), endOffset));
        }
        long start = Math.max(known.logStartOffset(), segments.first().baseOffset());
        long end = Math.max(endOffset, start);
        if (endOffset < start) {
            beginAt(start);
        }
        epochs.truncatedTo(end);
        epochs.startedAt(start);
        if (!epochs.entries().equals(inFile)) {
            epochFile.write(EpochCheckpointFormat.write(epochs.entries()));
        }
        restoreProducers(end);
        return new LoadedLog(segments, epochs, producers, start, end, Math.min(known.recoveryPoint(), end));
    }

    /** All segments end before the start of the log: nothing in them can be read. */
    private void beginAt(long offset) throws IOException {
        for (Segment old : segments.from(0)) {
            old.close();
            old.renameToDeleted().forEach(path -> log.info("{} lies before the start of the log", path));
            segments.remove(old);
        }
        var segment = new Segment(store, cache, directory, offset);
        segment.activate();
        segments.add(segment);
    }

    private LeaderEpochs readEpochs(boolean expected) throws IOException {
        try {
            String content = epochFile.read();
            epochsLost = expected && content.isEmpty();
            return new LeaderEpochs(EpochCheckpointFormat.read(content));
        } catch (MalformedCheckpoint e) {
            log.warn("{} is rebuilt from the batches of the log: {}", epochFile.path(), e.getMessage());
            epochsLost = true;
            return new LeaderEpochs();
        }
    }

    /** The last segment is complete; what lies behind its last index entry tells where it ends. */
    private long openEnd() throws IOException {
        Segment last = segments.active();
        for (Segment segment : segments.all()) {
            if (segment.sizeBytes() > 0 && !segment.hasIndexes()) {
                return recover(new LeaderEpochs());
            }
        }
        last.activate();
        return scanEnd(last);
    }

    private static long scanEnd(Segment segment) throws IOException {
        SharedFile file = segment.retainFile();
        try {
            long start = segment.offsetIndex().positionBefore(Long.MAX_VALUE);
            long end = segment.baseOffset();
            var scan = new BatchScan(file.file(), start, segment.sizeBytes(), BatchScan.SHORT_WINDOW);
            while (scan.next()) {
                end = scan.batch().nextOffset();
            }
            return end;
        } finally {
            file.release();
        }
    }

    /** Goes through the segments that the recovery point does not cover; behind a cut nothing is kept. */
    private long recover(LeaderEpochs epochs) throws IOException {
        var recovery = new SegmentRecovery(config.segment().indexIntervalBytes(), epochs);
        long end = segments.first().baseOffset();
        boolean cut = false;
        for (Segment segment : segments.from(0)) {
            if (cut) {
                log.warn("{} is removed: the log ends before it", segment);
                segments.remove(segment);
                segment.renameToDeleted();
                continue;
            }
            Segment next = segments.after(segment);
            if (next != null && isCovered(segment, next)) {
                end = next.baseOffset();
                continue;
            }
            SegmentRecovery.Outcome outcome = recovery.recover(segment, end, segment.sizeBytes());
            end = outcome.endOffset();
            cut = outcome.cutBytes() > 0;
            segment.seal();
        }
        segments.active().activate();
        return end;
    }

    private boolean isCovered(Segment segment, Segment next) throws IOException {
        return !epochsLost && next.baseOffset() <= known.recoveryPoint() && segment.hasIndexes();
    }

    private void restoreProducers(long end) throws IOException {
        var recovery = new ProducerRecovery(store, directory);
        if (!known.cleanShutdown() || recovery.hasSnapshot()) {
            recovery.restore(producers, segments.all(), end);
        }
    }
}
