package io.milena.storage;

import io.milena.common.Invariant;
import io.milena.common.TopicPartition;
import io.milena.common.Uuid;
import io.milena.common.errors.ErrorCode;
import io.milena.record.BatchCursor;
import io.milena.record.RecordBatch;
import io.milena.storage.AppendResult.Appended;
import io.milena.storage.AppendResult.Duplicate;
import io.milena.storage.AppendResult.Refused;
import io.milena.storage.flush.FlushPolicy;
import io.milena.storage.producer.ProducerBatch;
import io.milena.storage.producer.SequenceVerdict;
import io.milena.storage.retention.RetentionPlan;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One partition on disk: batches in the order of their offsets, appended at the end, deleted from the front.
 *
 * <p>Thread-safe. One lock guards everything that changes; checks of batches, forces of files, and all reads are done
 * outside it, these on what is published after every change. An I/O error takes the whole directory offline: from then on every outcome is a
 * storage failure.
 */
public final class Log {

    private static final Logger logger = LoggerFactory.getLogger(Log.class);

    private final TopicPartition partition;
    private final LogDir dir;
    private final LogShared shared;
    private final AppendGate gate;
    private final LogGuard guard;
    private final LogFiles files;
    private final LogReader reader;
    private final DirectoryLane lane;

    private volatile LogConfig config;
    private volatile long highWatermark;

    Log(LogDir dir, LogShared shared, LogFiles files, LogConfig config) {
        this.partition = files.partition();
        this.dir = dir;
        this.shared = shared;
        this.gate = new AppendGate(shared.tools());
        this.files = files;
        this.lane = dir.lane(partition.toString());
        this.config = config;
        this.guard = new LogGuard(dir, files);
        this.reader = new LogReader(dir, files, guard, shared.tools());
        this.highWatermark = files.offsets().logStartOffset();
    }

    public TopicPartition topicPartition() {
        return partition;
    }

    /** Id of the topic's incarnation; {@link Uuid#ZERO} if it has none. */
    public Uuid topicId() {
        return files.topicId();
    }

    /** For whoever must not wait for the disk: the threads of this log's directory, and the log's turn at them. */
    public DirectoryLane lane() {
        return lane;
    }

    /** Ties a log without topic id to this one. */
    void assignTopicId(Uuid id) {
        guard.ioAction("topic id", () -> files.assignTopicId(id));
    }

    public LogConfig config() {
        return config;
    }

    /** From now on these settings hold. */
    public void config(LogConfig newConfig) {
        config = newConfig;
    }

    /**
     * Appends what a client or a coordinator sent. Offsets, leader epoch and, where the topic wants it, timestamps
     * are written into {@code records} itself, whose indexes do not move and whose reference stays the caller's.
     */
    public AppendResult appendAsLeader(ByteBuf records, AppendTerms terms) {
        LogConfig current = config;
        if (!dir.isOnline()) {
            return offline();
        }
        Admission admission = gate.admit(records, terms, current);
        if (admission instanceof Admission.Turned turned) {
            return turned.refusal();
        }
        try {
            Admission.Admitted admitted = (Admission.Admitted) admission;
            AppendResult result = guard.io("append", () -> enter(admitted, terms, current));
            flushIfDue(current);
            return result;
        } catch (StorageFailedException e) {
            return offline();
        } finally {
            admission.release();
        }
    }

    private AppendResult enter(Admission.Admitted admitted, AppendTerms terms, LogConfig current) throws IOException {
        ByteBuf records = admitted.records();
        RecordBatch first = RecordBatch.at(records, records.readerIndex());
        if (first.hasProducerId() && terms.origin().isClient()) {
            SequenceVerdict verdict = files.producers().check(ProducerBatch.of(first));
            if (!(verdict instanceof SequenceVerdict.Next)) {
                return notNext(verdict, admitted.appendTimeMs());
            }
        }
        var run = BatchRun.assign(records, files.logEndOffset(), terms.leaderEpoch(), admitted.maxTimestampMs());
        flushAfterRoll(files.append(run, current, terms.nowMs()));
        return new Appended(
                run.firstOffset(),
                run.lastOffset(),
                admitted.appendTimeMs(),
                files.logStartOffset(),
                run.recordCount(),
                records.readableBytes());
    }

    private AppendResult notNext(SequenceVerdict verdict, long appendTimeMs) {
        if (verdict instanceof SequenceVerdict.Repeated repeated) {
            long timeMs = appendTimeMs < 0 ? appendTimeMs : repeated.earlier().timestampMs();
            return new Duplicate(
                    repeated.earlier().firstOffset(), repeated.earlier().lastOffset(), timeMs, files.logStartOffset());
        }
        SequenceVerdict.OutOfLine outOfLine = (SequenceVerdict.OutOfLine) verdict;
        return Refused.batch(outOfLine.code(), outOfLine.why());
    }

    /**
     * Appends what the leader sent, unchanged. A last batch that is cut off is left out; nothing is appended if a
     * batch fails its checks, or if there is no whole one.
     */
    public AppendResult appendAsFollower(ByteBuf records) {
        LogConfig current = config;
        if (!dir.isOnline()) {
            return offline();
        }
        try {
            AppendResult result = guard.io("append", () -> follow(records, current));
            flushIfDue(current);
            return result;
        } catch (StorageFailedException e) {
            return offline();
        }
    }

    private AppendResult follow(ByteBuf records, LogConfig current) throws IOException {
        BatchCursor cursor = BatchCursor.over(records);
        long next = files.logEndOffset();
        while (cursor.next()) {
            int available = cursor.batch().sizeBytes() + cursor.remainingBytes();
            Optional<Refused> fault = AppendGate.checkFromLeader(cursor.batch(), available, next);
            if (fault.isPresent()) {
                return fault.get();
            }
            next = cursor.batch().nextOffset();
        }
        int wholeBytes = records.readableBytes() - cursor.remainingBytes();
        if (wholeBytes == 0) {
            return Refused.batch(ErrorCode.CORRUPT_MESSAGE, "no whole batch in " + records.readableBytes() + " bytes");
        }
        var run = BatchRun.asIs(records.slice(records.readerIndex(), wholeBytes));
        flushAfterRoll(files.append(run, current, shared.nowMs()));
        return new Appended(
                run.firstOffset(), run.lastOffset(), -1, files.logStartOffset(), run.recordCount(), wholeBytes);
    }

    private AppendResult offline() {
        return Refused.batch(ErrorCode.KAFKA_STORAGE_ERROR, "log directory " + dir + " is offline");
    }

    /**
     * Finds the batches from the one that holds {@code offset} on. Takes no lock that an append may hold, unless it is
     * allowed to wait for the disk and the log is cut meanwhile.
     *
     * @return a {@link LogSlice} that the caller must release, or why there is none
     */
    public LogRead read(long offset, ReadLimits limits) {
        return reader.read(offset, limits);
    }

    /** The first record whose timestamp is at or after {@code timestampMs}. May wait for the disk. */
    public OffsetAtTime offsetForTimestamp(long timestampMs) {
        return find(finder -> finder.firstAtOrAfter(timestampMs));
    }

    /** The first of the records with the greatest timestamp. May wait for the disk. */
    public OffsetAtTime maxTimestamp() {
        return find(TimeFinder::newest);
    }

    private OffsetAtTime find(TimeQuestion question) {
        try (BatchTools tools = reader.tools()) {
            return reader.find(view -> question.ask(reader.timeFinder(view, tools)));
        }
    }

    /** For reads that may wait for the disk, on behalf of those who must not. */
    public DirectoryReads diskReads() {
        return dir.reads();
    }

    /** The ends of the log. Takes no lock. */
    public LogOffsets offsets() {
        return guard.view().offsets();
    }

    /** Bytes of all segments. Takes no lock. */
    public long sizeBytes() {
        return guard.view().sizeBytes();
    }

    /** Takes no lock. */
    public int segmentCount() {
        return guard.view().segments().size();
    }

    /** Producers whose last batches are remembered. Takes no lock. */
    public int producerCount() {
        return guard.view().producerCount();
    }

    /** Where the greatest epoch not above {@code epoch} ends (KIP-279). Takes no lock. */
    public EpochEndOffset endOffsetForEpoch(int epoch) {
        LogView view = guard.view();
        return view.epochs().endOffsetFor(epoch, view.offsets().logEndOffset());
    }

    /** The newest leader epoch; {@link EpochEndOffset#UNKNOWN_EPOCH} if there is none. Takes no lock. */
    public int latestEpoch() {
        return guard.view().epochs().latest();
    }

    /**
     * The epoch in which {@code offset} was written; {@link EpochEndOffset#UNKNOWN_EPOCH} if that is not known. Takes no
     * lock.
     */
    public int epochAt(long offset) {
        return guard.view().epochs().epochAt(offset);
    }

    /** A leader with this epoch begins at the end of the log. */
    public void assignEpochStart(int epoch) {
        guard.lockedAction(() -> files.beginEpoch(epoch, files.logEndOffset()));
    }

    /** Removes everything at and behind {@code offset}; nothing happens if the log ends before it. */
    public void truncateTo(long offset) {
        guard.ioAction("truncation", () -> files.truncateTo(offset, shared.nowMs()));
    }

    /** Removes everything, and begins anew at {@code offset}. */
    public void resetTo(long offset) {
        guard.ioAction("truncation", () -> files.resetTo(offset, shared.nowMs()));
    }

    /**
     * Makes {@code offset} the first that can be read; segments that lie wholly before it go away later. Nothing
     * happens if the log starts there or later already.
     *
     * @return the start of the log from now on
     */
    public long deleteRecordsBefore(long offset) {
        Invariant.check(
                offset <= offsets().logEndOffset(),
                "log start behind log end",
                offset,
                offsets().logEndOffset());
        return guard.io("log start", () -> files.startAt(offset));
    }

    /** Retention never goes past this offset: the partition says here how far its log is committed. */
    public void highWatermark(long newHighWatermark) {
        highWatermark = newHighWatermark;
    }

    /** Deletes the segments that retention no longer wants. */
    void retain(long nowMs) {
        LogConfig current = config;
        RetentionPlan plan = guard.io("retention", () -> files.retain(current, highWatermark, nowMs));
        if (plan.deleteCount() > 0) {
            flushCheckpoints();
        }
    }

    /** Forces everything that is written to disk, and moves the recovery point to there. */
    public void flush() {
        long startNanos = shared.services().time().nanos();
        LogFiles.Dirty dirty = guard.io("flush", files::dirty);
        try {
            dirty.force();
        } catch (IOException e) {
            throw dir.fail("flush of " + partition, e);
        } finally {
            dirty.release();
        }
        shared.metrics().flushed(shared.services().time().nanos() - startNanos);
        guard.ioAction("flush", () -> files.forced(dirty));
        flushCheckpoints();
    }

    private void flushAfterRoll(boolean rolled) {
        if (rolled) {
            dir.background().execute(this::flushQuietly);
        }
    }

    /** For background work: a failure has taken the directory offline and told whoever listens. */
    void flushQuietly() {
        if (!guard.isUsable()) {
            return;
        }
        try {
            flush();
        } catch (StorageFailedException e) {
            logger.debug("{}: {}", partition, e.getMessage());
        }
    }

    private void flushIfDue(LogConfig current) {
        if (FlushPolicy.isDueByCount(current.flush(), files.unflushedRecords())) {
            flush();
        }
    }

    /** Forces the log if {@code flush.ms} makes it due. */
    void flushIfDueByAge(long nowMs) {
        long ageMs = nowMs - files.lastFlushMs();
        if (FlushPolicy.isDueByAge(config.flush(), files.unflushedRecords(), ageMs)) {
            flush();
        }
    }

    /** Writes the leader epochs if they have changed. */
    private void flushCheckpoints() {
        try {
            files.writeEpochs();
        } catch (IOException e) {
            throw dir.fail("leader epoch checkpoint of " + partition, e);
        }
    }

    /** Everything before it is forced to disk. */
    long recoveryPoint() {
        return guard.locked(files::recoveryPoint);
    }

    /** First offset of the first segment. */
    long firstSegmentOffset() {
        return guard.locked(files::firstSegmentOffset);
    }

    LogDir dir() {
        return dir;
    }

    LogFiles files() {
        return files;
    }

    void closeIdleFiles() {
        guard.lockedAction(files::closeIdle);
    }

    /** Ends the log in good order: everything is written and forced. A failure has taken the directory offline. */
    void closeQuietly() {
        try {
            guard.ioAction("close", files::seal);
            flush();
        } catch (StorageFailedException e) {
            logger.debug("{} could not be closed in good order: {}", partition, e.getMessage());
        } finally {
            release();
        }
    }

    /** Gives the files back without writing anything: the log was deleted, or its directory failed. */
    void release() {
        guard.lockedAction(files::close);
    }

    @Override
    public String toString() {
        return "log of " + partition + " in " + dir;
    }

    /** A question about timestamps. */
    @FunctionalInterface
    private interface TimeQuestion {
        OffsetAtTime ask(TimeFinder finder) throws IOException;
    }
}
