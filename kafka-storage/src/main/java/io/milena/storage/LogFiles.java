package io.milena.storage;

import io.milena.common.TopicPartition;
import io.milena.common.Uuid;
import io.milena.record.BatchCursor;
import io.milena.record.RecordBatch;
import io.milena.record.RecordBatchFormat;
import io.milena.storage.checkpoint.CheckpointFile;
import io.milena.storage.checkpoint.PartitionMetadataFormat;
import io.milena.storage.epoch.LeaderEpochs;
import io.milena.storage.files.PassingFault;
import io.milena.storage.producer.ProducerSnapshotFormat.Row;
import io.milena.storage.producer.ProducerStates;
import io.milena.storage.recovery.LoadedLog;
import io.milena.storage.retention.RetentionPlan;
import io.milena.storage.segment.Segment;
import io.milena.storage.segment.Segments;
import io.milena.storage.segment.SharedFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The segments of one log with what is known about them: offsets, leader epochs, producers. Changes them together, in
 * an order that a crash at any point leaves repairable.
 *
 * <p>Guarded by the lock of its {@link Log}, where not said otherwise. A crash leaves the tail behind the recovery
 * point doubtful: the next start scans it, and rebuilds its indexes, epochs and producers from the batches.
 */
final class LogFiles {

    private static final Logger log = LoggerFactory.getLogger(LogFiles.class);

    private final TopicPartition partition;
    private final LogDir dir;
    private final Path path;
    private final LogShared shared;
    private final Segments segments;
    private final LogEpochs epochs;
    private final LogProducers producers;
    private final SegmentRoll roll;
    private final ForcedSoFar forces;

    private volatile Uuid topicId;
    private long logStartOffset;
    private long logEndOffset;
    private long warnedSegment = -1;
    private volatile boolean closed;
    private volatile int rewrites;
    private RecentAppends recent = RecentAppends.NONE;

    LogFiles(TopicPartition partition, Uuid topicId, LogDir dir, LogShared shared, LoadedLog loaded) {
        this.partition = partition;
        this.topicId = topicId;
        this.dir = dir;
        this.path = dir.path().resolve(PartitionDirectoryName.of(partition));
        this.shared = shared;
        segments = loaded.segments();
        epochs = new LogEpochs(loaded.epochs(), shared.store(), path, dir.background());
        producers = new LogProducers(loaded.producers(), shared.store(), path, dir.background());
        logStartOffset = loaded.logStartOffset();
        logEndOffset = loaded.logEndOffset();
        roll = new SegmentRoll(shared.services().randomness(), shared.nowMs());
        forces = new ForcedSoFar(loaded.recoveryPoint(), shared.nowMs());
    }

    TopicPartition partition() {
        return partition;
    }

    Path path() {
        return path;
    }

    /** Takes no lock. */
    Uuid topicId() {
        return topicId;
    }

    /** Ties a log without topic id to this one. */
    void assignTopicId(Uuid id) throws IOException {
        new CheckpointFile(shared.store(), path.resolve(PartitionMetadataFormat.FILE_NAME))
                .write(PartitionMetadataFormat.write(id));
        topicId = id;
    }

    LogOffsets offsets() {
        long firstUnstable = Math.max(logStartOffset, producers.states().firstUnstableOffset(logEndOffset));
        return new LogOffsets(logStartOffset, logEndOffset, firstUnstable);
    }

    /** What readers are shown from now on. */
    LogView view() {
        return new LogView(
                offsets(),
                segments.snapshot(),
                segments.isEmpty() ? 0 : segments.active().sizeBytes(),
                epochs.toShow(),
                recent,
                producers.states().producerCount(),
                rewrites);
    }

    /** How often files were rewritten. Takes no lock: a reader asks whether what it found in an older view counts. */
    int rewrites() {
        return rewrites;
    }

    /**
     * Other bytes will stand where a reader with an older view may look: behind a cut, or in a file that takes the name
     * of another. Must be called before that happens.
     */
    private void rewriting() {
        // Written by the holder of the lock alone.
        rewrites = rewrites + 1;
    }

    long logStartOffset() {
        return logStartOffset;
    }

    long logEndOffset() {
        return logEndOffset;
    }

    /** How much is forced to disk. */
    ForcedSoFar forces() {
        return forces;
    }

    /** Whether a start that is lost would be found again in the name of the first segment. */
    boolean isStartInNames() {
        return segments.isEmpty() || logStartOffset == segments.first().baseOffset() && !forces.isFrontDirty();
    }

    LeaderEpochs epochs() {
        return epochs.known();
    }

    ProducerStates producers() {
        return producers.states();
    }

    /** The producers as they were at {@code offset}. Takes no lock; the segments may go meanwhile. */
    List<Row> producersAt(long offset, List<Segment> upToThere) throws IOException {
        return producers.rowsAt(offset, upToThere);
    }

    /** Takes no lock. */
    boolean isClosed() {
        return closed;
    }

    /** All segments, oldest first; a copy. */
    List<Segment> segments() {
        return new ArrayList<>(segments.all());
    }

    /** Whether all these belong to the log. */
    boolean holds(List<Segment> some) {
        return some.stream().allMatch(segments::contains);
    }

    /** Puts a compacted segment in the place of those that it was made of, whose files go away later. */
    void exchange(List<Segment> originals, Segment compacted, long delayMs) throws IOException {
        remove(originals, delayMs);
        segments.add(compacted);
    }

    /** See {@link LogProducers#compacting}. Takes no lock. */
    void compacting(long endOffset, List<Row> producersThere) throws IOException {
        producers.compacting(endOffset, producersThere);
    }

    boolean isActive(Segment segment) {
        return segment == segments.active();
    }

    /** Whether {@code run} must go into a new segment. */
    boolean isRollDue(BatchRun run, LogConfig config, long nowMs) throws IOException {
        return roll.isDue(segments.active(), run, config.segment(), nowMs);
    }

    /**
     * Seals the active segment, which should be forced soon, and begins the one that takes {@code run}. Where the
     * offsets of a leader have a gap, compacted as it may be, the new segment takes it: between segments a gap means
     * that something was lost.
     */
    void rollFor(BatchRun run, long nowMs) throws IOException {
        boolean isFar = run.lastOffset() - logEndOffset > Integer.MAX_VALUE;
        rollTo(isFar ? run.firstOffset() : logEndOffset, nowMs);
    }

    /** Writes batches at the end of the log. */
    void append(BatchRun run, LogConfig config) throws IOException {
        Segment active = segments.active();
        long position = active.sizeBytes();
        active.append(
                run.bytes(),
                run.lastOffset(),
                run.maxTimestampMs(),
                config.segment().indexIntervalBytes());
        recent = dir.traffic()
                .appended(recent, run.firstOffset(), position, run.bytes().readableBytes());
        logEndOffset = run.lastOffset() + 1;
        forces.wrote(run.recordCount());
        epochs.recordsAppended();
        BatchCursor cursor = BatchCursor.over(run.bytes());
        while (cursor.next()) {
            appended(cursor.batch());
        }
    }

    private void appended(RecordBatch batch) throws IOException {
        int epoch = batch.partitionLeaderEpoch();
        if (epoch != RecordBatchFormat.NO_LEADER_EPOCH
                && epoch != epochs.known().latest()) {
            beginEpoch(epoch, batch.baseOffset());
        }
        if (batch.hasProducerId()) {
            producers.appended(batch, segments.active());
        }
    }

    /**
     * A leader's epoch begins at {@code startOffset}. Its file is written before the recovery point passes that
     * offset.
     */
    void beginEpoch(int epoch, long startOffset) {
        epochs.began(epoch, startOffset, logEndOffset);
    }

    /** Writes the leader epochs if they have changed. Takes no lock of its log. */
    void writeEpochs() throws IOException {
        epochs.write();
    }

    /**
     * Seals the active segment and begins one at {@code baseOffset}. What is sealed is forced in the background. Where
     * a {@link PassingFault} is thrown, the active segment goes on.
     */
    private void rollTo(long baseOffset, long nowMs) throws IOException {
        Segment old = segments.active();
        if (old.baseOffset() == baseOffset) {
            return;
        }
        boolean isEmpty = old.sizeBytes() == 0;
        if (!isEmpty) {
            complete(old);
        }
        begin(baseOffset, nowMs);
        if (isEmpty) {
            remove(List.of(old), 0);
        } else {
            old.endGrowth();
            producers.rolled(baseOffset);
        }
    }

    private void complete(Segment segment) throws IOException {
        try {
            segment.complete();
        } catch (IOException e) {
            throw PassingFault.unlessBroken(e);
        }
    }

    private void begin(long baseOffset, long nowMs) throws IOException {
        var segment = new Segment(shared.store(), shared.indexBlocks(), path, baseOffset);
        try {
            segment.activate();
        } catch (IOException e) {
            segment.discard();
            throw PassingFault.unlessBroken(e);
        } catch (RuntimeException | Error e) {
            segment.discard();
            throw e;
        }
        segments.add(segment);
        roll.began(nowMs);
        forces.namesChanged();
    }

    private void remove(List<Segment> doomed, long delayMs) throws IOException {
        List<Path> renamed = new ArrayList<>();
        for (Segment segment : doomed) {
            segment.close();
            renamed.addAll(segment.renameToDeleted());
            segments.remove(segment);
        }
        dir.removals().files(renamed, delayMs);
    }

    /** Removes everything at and behind {@code offset}. The first segment stays: its name tells where the log is. */
    void truncateTo(long offset, long nowMs) throws IOException {
        if (offset >= logEndOffset) {
            return;
        }
        long first = segments.first().baseOffset();
        if (offset < first) {
            resetTo(offset, nowMs);
            return;
        }
        rewriting();
        producers.cutting(offset);
        removeFrom(Math.max(offset, first + 1));
        reopenActive().truncateTo(offset);
        roll.began(nowMs);
        endAt(offset);
        producers.cut(segments.all(), logEndOffset);
    }

    /**
     * Newest first, and forced before anything else happens: a crash leaves no gap between what stays, and brings
     * nothing back behind what is written then.
     */
    private void removeFrom(long offset) throws IOException {
        List<Segment> doomed = segments.from(offset);
        Collections.reverse(doomed);
        remove(doomed, 0);
        shared.store().forceDirectory(path);
    }

    /** The last segment will shrink: whoever still looks into it goes on with what it was. */
    private Segment reopenActive() throws IOException {
        Segment before = segments.active();
        before.flushIndexes();
        segments.remove(before);
        before.close();
        Segment after = Segment.sealed(shared.store(), shared.indexBlocks(), path, before.baseOffset());
        after.activate();
        segments.add(after);
        return after;
    }

    /** Removes everything, and begins anew at {@code offset}. */
    void resetTo(long offset, long nowMs) throws IOException {
        rewriting();
        producers.cutting(-1);
        removeFrom(0);
        recent = RecentAppends.NONE;
        try {
            begin(offset, nowMs);
        } catch (PassingFault e) {
            throw new IOException("no room for the first segment after all are gone", e);
        }
        shared.store().forceDirectory(path);
        logStartOffset = offset;
        endAt(offset);
        epochs.truncatedTo(0);
        producers.clear();
    }

    private void endAt(long offset) {
        logEndOffset = offset;
        recent = recent.truncatedTo(offset);
        logStartOffset = Math.min(logStartOffset, offset);
        forces.cutAt(offset);
        epochs.truncatedTo(offset);
    }

    /** Makes {@code offset} the first that can be read, if it is further than the present one. */
    long startAt(long offset) {
        if (offset > logStartOffset) {
            logStartOffset = offset;
            epochs.startedAt(offset);
        }
        return logStartOffset;
    }

    /**
     * Moves the start of the log behind the segments that retention no longer wants; {@link #removeOutdated} must
     * follow. False if there are none.
     */
    boolean outdate(LogConfig config, long highWatermark, long nowMs) throws IOException {
        LogView now = view();
        List<Segment> all = now.segments();
        RetentionPlan plan = RetentionFacts.plan(now, config, highWatermark, nowMs);
        if (plan.heldByFuture()) {
            warnHeld(all.get(plan.deleteCount()), nowMs);
        }
        int count = plan.deleteCount();
        if (count == all.size() && !canRollTo(logEndOffset, nowMs)) {
            count--;
        }
        if (count == 0) {
            return false;
        }
        startAt(count == all.size() ? logEndOffset : all.get(count).baseOffset());
        return true;
    }

    /** How many segments lie wholly before the start of the log. */
    int outdatedCount() {
        int count = -1;
        for (Segment segment : segments.all()) {
            if (segment.baseOffset() <= logStartOffset) {
                count++;
            }
        }
        return Math.max(count, 0);
    }

    /** Removes the oldest of those that lie before the start of the log, at most so many. */
    void removeOutdated(int most, long delayMs) throws IOException {
        List<Segment> doomed = new ArrayList<>();
        Segment oldest = segments.first();
        Segment next = segments.after(oldest);
        while (next != null && next.baseOffset() <= logStartOffset && doomed.size() < most) {
            doomed.add(oldest);
            oldest = next;
            next = segments.after(oldest);
        }
        remove(doomed, delayMs);
        forces.frontRemoved();
        log.info("{} now starts at offset {}: retention removed {} segments", partition, logStartOffset, doomed.size());
    }

    /** Removes the snapshots of producers before {@code offset}, the first segment. Takes no lock of its log. */
    void dropSnapshotsBefore(long offset) throws IOException {
        producers.startsAt(offset);
    }

    /** On a full disk the active segment cannot be replaced; those before it can go, and make room. */
    private boolean canRollTo(long baseOffset, long nowMs) throws IOException {
        try {
            rollTo(baseOffset, nowMs);
            return true;
        } catch (PassingFault e) {
            log.warn("{} keeps its active segment: {}", partition, e.getMessage());
            return false;
        }
    }

    private void warnHeld(Segment oldest, long nowMs) throws IOException {
        if (oldest.baseOffset() != warnedSegment) {
            warnedSegment = oldest.baseOffset();
            log.warn(
                    "{} keeps the segment at offset {} and all after it: its timestamp {} lies {} ms in the future",
                    partition,
                    oldest.baseOffset(),
                    oldest.newestMs(),
                    oldest.newestMs() - nowMs);
        }
    }

    /**
     * What has to be forced so that the recovery point may move to the end of the log; the caller releases it. A
     * segment that ends at the recovery point may have been sealed since, with indexes that are not forced.
     */
    DirtyFiles dirty() throws IOException {
        List<Segment> sealed = new ArrayList<>();
        for (Segment segment : segments.all()) {
            Segment next = segments.after(segment);
            if (next != null && next.baseOffset() >= forces.endOffset()) {
                sealed.add(segment);
            }
        }
        List<SharedFile> held = new ArrayList<>();
        try {
            for (Segment segment : sealed) {
                held.add(segment.retainFile());
            }
            held.add(segments.active().retainFile());
        } catch (IOException e) {
            held.forEach(SharedFile::release);
            throw e;
        }
        List<Path> names = forces.areNamesDirty() ? List.of(path) : List.of();
        return new DirtyFiles(held, sealed, names, forces.mark(logEndOffset));
    }

    /** Writes the rest of the indexes, and the producers: the files are complete. */
    void seal() throws IOException {
        segments.active().seal();
        segments.active().forceIndexes();
        producers.seal(logEndOffset);
        forces.namesChanged();
    }

    void closeIdle() {
        segments.all().stream().filter(segment -> !isActive(segment)).forEach(Segment::closeIfIdle);
    }

    /** Each waits for what is being written of a small file. Whoever keeps them keeps little else. */
    List<Runnable> lastWrites() {
        return List.of(epochs.lastWrite(), producers.lastWrite());
    }

    void close() {
        closed = true;
        epochs.close();
        producers.close();
        segments.all().forEach(Segment::close);
    }
}
