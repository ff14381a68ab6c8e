package io.milena.storage.recovery;

import static io.milena.storage.recovery.SegmentOverlap.END_IS_DOUBLE;
import static io.milena.storage.recovery.SegmentOverlap.LATER_IS_DOUBLE;

import io.milena.storage.LogConfig;
import io.milena.storage.checkpoint.CheckpointFile;
import io.milena.storage.checkpoint.MalformedCheckpoint;
import io.milena.storage.epoch.EpochCheckpointFormat;
import io.milena.storage.epoch.LeaderEpochs;
import io.milena.storage.files.FileStore;
import io.milena.storage.producer.ProducerStates;
import io.milena.storage.recovery.SegmentRecovery.BeforeCut;
import io.milena.storage.segment.BatchScan;
import io.milena.storage.segment.IndexBlockCache;
import io.milena.storage.segment.Segment;
import io.milena.storage.segment.Segments;
import io.milena.storage.segment.SharedFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Loads one log from its directory. After an orderly stop it reads names and sizes, and the end of the last segment;
 * else it goes through every segment from the recovery point on. Confined to one thread.
 */
public final class LogLoader {

    private static final Logger log = LoggerFactory.getLogger(LogLoader.class);

    private static final long UNSOUND = -1;
    private static final long NOWHERE = -1;

    private final FileStore store;
    private final IndexBlockCache cache;
    private final Path directory;
    private final LogConfig config;
    private final Known known;

    private final DirectoryScan scan;
    private final Segments segments = new Segments();
    private final ProducerStates producers = new ProducerStates();
    private final ProducerSnapshots snapshots;
    private final ProducerRecovery producerRecovery;
    private final CheckpointFile epochFile;
    private boolean epochsLost;
    /** Its name must survive before that of any later one: nobody would miss it. */
    private boolean firstSegmentIsNew;
    /** Where the log ended when the producers were as they are here. */
    private long producersAt = NOWHERE;

    /**
     * What the checkpoints of the directory say.
     *
     * @param recoveryPoint everything before it is forced to disk; {@link #NO_RECOVERY_POINT} if its file is lost
     * @param logStartOffset first offset that may be read, as far as known
     * @param cleanShutdown whether the last stop was orderly
     * @param cleanedUpTo compaction was everywhere before it, perhaps under other settings of the topic; -1 if nowhere
     */
    public record Known(long recoveryPoint, long logStartOffset, boolean cleanShutdown, long cleanedUpTo) {

        public static final long NO_RECOVERY_POINT = -1;

        /** Of a log that has no directory so far. */
        public static final Known NEW = new Known(0, 0, true, -1);
    }

    public LogLoader(FileStore store, IndexBlockCache cache, Path directory, LogConfig config, Known known) {
        this.store = store;
        this.cache = cache;
        this.directory = directory;
        this.config = config;
        this.known = known;
        this.scan = new DirectoryScan(store, directory);
        this.snapshots = new ProducerSnapshots(store, directory);
        this.producerRecovery = new ProducerRecovery(snapshots);
        this.epochFile = new CheckpointFile(store, directory.resolve(EpochCheckpointFormat.FILE_NAME));
    }

    /** Loads, and repairs what a crash left. */
    public LoadedLog load() throws IOException {
        TreeSet<Long> bases = scan.segments();
        snapshots.listed(scan.names());
        if (!known.cleanShutdown()) {
            // Apache Kafka leaves them there; what compaction took would be missing when they are replayed.
            snapshots.dropBefore(known.cleanedUpTo());
        }
        LeaderEpochs epochs = readEpochs(!bases.isEmpty());
        LeaderEpochs inFile = epochs.copy();
        if (bases.isEmpty()) {
            bases.add(known.logStartOffset());
            firstSegmentIsNew = true;
        }
        for (long base : bases) {
            var segment = Segment.sealed(store, cache, directory, base);
            noteAborted(segment);
            segments.add(segment);
        }
        if (!known.cleanShutdown()) {
            removeOutdated();
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
        if (!known.cleanShutdown()) {
            epochs = EpochRecovery.complete(epochs, segments, start);
        }
        epochs.truncatedTo(end);
        epochs.startedAt(start);
        // Thousands of idle logs start at the same time: what has no record may stay in the file until one comes.
        boolean fileHasMore = known.cleanShutdown() && inFile.truncatedTo(end);
        if (epochsLost || !epochs.entries().equals(inFile.entries())) {
            epochFile.write(EpochCheckpointFormat.write(epochs.entries()));
            fileHasMore = false;
        }
        restoreProducers(end);
        if (!known.cleanShutdown() || firstSegmentIsNew) {
            store.forceDirectory(directory);
        }
        long recoveryPoint = Math.max(0, Math.min(known.recoveryPoint(), end));
        var loadedEpochs = new LoadedEpochs(epochs, fileHasMore);
        return new LoadedLog(segments, loadedEpochs, producers, start, end, recoveryPoint);
    }

    /** Looks once for the index, so that no reader takes one that is being deleted for one that never was. */
    private void noteAborted(Segment segment) throws IOException {
        if (scan.hasTransactionIndex(segment.baseOffset())) {
            segment.transactionIndex().entries();
        } else {
            segment.knownWithoutAborted();
        }
    }

    /**
     * Segments wholly before the start of the log. Of those that retention was about to remove, a crash may leave some
     * and take others: what they tell of producers has gaps.
     */
    private void removeOutdated() throws IOException {
        Segment first = segments.at(known.logStartOffset());
        while (first != null && segments.first() != first) {
            remove(segments.first());
        }
    }

    /**
     * All segments end before the start of the log: nothing in them can be read, and nothing is known of what producers
     * sent between their end and there.
     */
    private void beginAt(long offset) throws IOException {
        for (Segment old : segments.from(0)) {
            old.close();
            old.renameToDeleted().forEach(path -> log.info("{} lies before the start of the log", path));
            segments.remove(old);
        }
        snapshots.dropBehind(-1);
        firstSegmentIsNew = true;
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
        for (Segment segment : segments.all()) {
            if (segment.sizeBytes() > 0 && !hasIndexes(segment)) {
                return recover(new LeaderEpochs());
            }
        }
        dropEmptyWithinAnother();
        Segment last = segments.active();
        boolean isSound = last.haveIndexesSoundEnds();
        if (scan.hasIndexes(last.baseOffset())) {
            last.reactivate();
        } else {
            last.activate();
        }
        long end = isSound ? scanEnd(last) : UNSOUND;
        if (end == UNSOUND) {
            log.warn("{} or its index was changed since the last stop: it is looked through", last);
            return recover(new LeaderEpochs());
        }
        return end;
    }

    /** As the directory had them when it was listed; nothing changes that before the segment is recovered. */
    private boolean hasIndexes(Segment segment) throws IOException {
        return scan.hasIndexes(segment.baseOffset()) && segment.isTransactionIndexSound();
    }

    /** A segment that was begun and never used may lie within the one before it, which went on. */
    private void dropEmptyWithinAnother() throws IOException {
        Segment last = segments.active();
        Segment before = segments.at(last.baseOffset() - 1);
        if (last.sizeBytes() == 0 && before != null && scanEnd(before) > last.baseOffset()) {
            log.warn("{} is empty and within the segment before it: it is removed", last);
            remove(last);
        }
    }

    /** First offset after the segment; {@link #UNSOUND} if it does not end with a whole batch there. */
    private static long scanEnd(Segment segment) throws IOException {
        if (segment.sizeBytes() == 0) {
            return segment.lastIndexedPosition() == 0 ? segment.baseOffset() : UNSOUND;
        }
        SharedFile file = segment.retainFile();
        try {
            long start = segment.lastIndexedPosition();
            long end = segment.baseOffset();
            var scan = new BatchScan(file.file(), start, segment.sizeBytes(), BatchScan.SHORT_WINDOW);
            while (scan.next()) {
                end = scan.batch().nextOffset();
            }
            return scan.nextPosition() == segment.sizeBytes() ? end : UNSOUND;
        } finally {
            file.release();
        }
    }

    /**
     * Goes through the segments that the recovery point does not cover; behind a cut nothing is kept. What the file of
     * the leader epochs says of them may be older than a truncation: the batches know better. Of those that it covers,
     * indexes may be missing; nobody forces them later. Where it lies at the end of a segment, that may have been
     * sealed later.
     */
    private long recover(LeaderEpochs epochs) throws IOException {
        var recovery = new SegmentRecovery(config.segment().indexIntervalBytes(), epochs, producers);
        long end = segments.first().baseOffset();
        boolean looked = false;
        Segment next = segments.first();
        while (next != null) {
            Segment segment = next;
            next = segments.after(segment);
            boolean isForced = next != null && next.baseOffset() < known.recoveryPoint() && !epochsLost;
            if (next != null && isForced && hasIndexes(segment)) {
                end = next.baseOffset();
                continue;
            }
            if (!isForced && !looked) {
                looked = true;
                epochs.truncatedTo(segment.baseOffset());
            }
            producersTo(Math.max(end, segment.baseOffset()));
            BeforeCut beforeCut = () -> removeBehind(segment);
            end = isForced
                    ? recovery.recoverForced(segment, end, beforeCut)
                    : recovery.recover(segment, end, beforeCut);
            producersAt = end;
            next = soundAfter(segment, end);
            if (next != null && next.baseOffset() < end) {
                // The one just gone through was cut there.
                end = next.baseOffset();
                producersAt = NOWHERE;
            } else if (end <= known.recoveryPoint()) {
                // A snapshot there may know of producers what no batch tells any more.
                producersAt = NOWHERE;
            }
        }
        segments.active().activate();
        return end;
    }

    /** The next segment, if the log goes on with it: from its base offset on, or from {@code end}. */
    private @Nullable Segment soundAfter(Segment segment, long end) throws IOException {
        Segment next = segments.after(segment);
        while (next != null && next.baseOffset() < end && isDouble(segment, next)) {
            remove(next);
            next = segments.after(segment);
        }
        if (next != null && next.baseOffset() < end && SegmentOverlap.of(segment, next) == END_IS_DOUBLE) {
            cutDoubles(segment, next);
            return next;
        }
        if (next != null && (next.baseOffset() < end || isTorn(end, next))) {
            log.warn("{} does not follow on offset {}", next, end - 1);
            removeBehind(segment);
            return null;
        }
        return next;
    }

    /** Whether everything in {@code next}, which begins within {@code segment}, is in there too. */
    private static boolean isDouble(Segment segment, Segment next) throws IOException {
        if (next.sizeBytes() == 0) {
            return true;
        }
        boolean isDouble = SegmentOverlap.of(segment, next) == LATER_IS_DOUBLE;
        if (isDouble) {
            log.warn("{} is removed: {} holds the same batches", next, segment);
        }
        return isDouble;
    }

    /** What {@code next} begins with is taken from the end of {@code segment}, once it is safe in one of the two. */
    private void cutDoubles(Segment segment, Segment next) throws IOException {
        log.warn("{} is cut at offset {}: {} begins with the same batches", segment, next.baseOffset(), next);
        SegmentRecovery.force(next);
        store.forceDirectory(directory);
        segment.truncateTo(next.baseOffset());
        segment.seal();
    }

    /**
     * Whether the crash took whole batches from the end of a segment that was not forced, while the next one survived.
     * Compaction leaves such gaps too, but only before the recovery point. Where none is known it may have been
     * anywhere. Before the start of the log nobody misses anything.
     */
    private boolean isTorn(long end, Segment next) {
        long gap = Math.max(end, known.logStartOffset());
        return gap < next.baseOffset()
                && gap >= known.recoveryPoint()
                && gap >= known.cleanedUpTo()
                && known.recoveryPoint() != Known.NO_RECOVERY_POINT;
    }

    /** Newest first, and forced, so that no further crash leaves a gap before one of them. */
    private void removeBehind(Segment last) throws IOException {
        List<Segment> doomed = segments.from(last.baseOffset() + 1);
        Collections.reverse(doomed);
        for (Segment segment : doomed) {
            log.warn("{} is removed: the log ends before it", segment);
            remove(segment);
        }
        store.forceDirectory(directory);
    }

    private void remove(Segment segment) throws IOException {
        segments.remove(segment);
        segment.close();
        segment.renameToDeleted();
    }

    /** A log that has no snapshot, though it was stopped in good order, is of a time when there were no producers. */
    private void restoreProducers(long end) throws IOException {
        if (!known.cleanShutdown() || !snapshots.isEmpty()) {
            producersTo(end);
        }
        snapshots.dropBehind(end);
        snapshots.tidy(segments.baseOffsets());
    }

    private void producersTo(long offset) throws IOException {
        if (producersAt != offset) {
            producerRecovery.restore(producers, segments.all(), offset);
            producersAt = offset;
        }
    }
}
