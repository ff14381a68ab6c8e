package io.milena.storage;

import io.milena.common.Invariant;
import io.milena.common.TopicPartition;
import io.milena.common.Uuid;
import io.milena.record.RecordValidation;
import io.milena.record.compression.WorkAllowance;
import io.milena.record.compression.WorkRefused;
import io.milena.storage.files.PassingFault;
import io.milena.storage.producer.ProducerStates;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One partition on disk: batches in the order of their offsets, appended at the end, deleted from the front.
 *
 * <p>Thread-safe. One lock guards everything that changes; checks of batches, forces of files, and all reads are done
 * outside it, these on what is published after every change. An I/O error takes the whole directory offline: from then
 * on every outcome is a storage failure.
 */
public final class Log {

    private static final Logger logger = LoggerFactory.getLogger(Log.class);

    /** Producers that are looked at under one hold of the lock. */
    private static final int EXPIRED_AT_ONCE = 1_000;

    private final TopicPartition partition;
    private final LogDir dir;
    private final LogShared shared;
    private final LogGuard guard;
    private final LogFiles files;
    private final LogReader reader;
    private final LogForces forces;
    private final LogAppends appends;
    private final LogCleaning cleaning;
    private final LogRetention retention;
    private final IndexRepair indexRepair;
    private final DirectoryLane lane;

    private volatile LogConfig config;
    private volatile long highWatermark;

    Log(LogDir dir, LogShared shared, LogFiles files, LogConfig config) {
        this.partition = files.partition();
        this.dir = dir;
        this.shared = shared;
        this.files = files;
        this.lane = dir.lane(partition.toString());
        this.config = config;
        this.guard = new LogGuard(dir, files);
        this.reader = new LogReader(dir, files, guard, shared.tools());
        this.forces = new LogForces(this, dir, shared, guard);
        this.appends = new LogAppends(dir, shared, guard, forces);
        this.highWatermark = files.offsets().logStartOffset();
        this.cleaning = new LogCleaning(dir, guard, this::config, () -> highWatermark, this::settle);
        this.retention = new LogRetention(guard, dir);
        this.indexRepair = new IndexRepair(guard, cleaning);
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
        forces.requestIfDueByCount(newConfig.flush());
    }

    /**
     * Whether an append of {@code records} would take its thread long: the disk is slow or busy with this log, or the
     * batch makes much work. To be asked by whoever must not wait; takes no lock.
     */
    public boolean wouldWait(ByteBuf records, RecordValidation validation) {
        return appends.wouldWait(records, validation, config);
    }

    /**
     * Checks what a client or a coordinator sent, and brings it into the shape that the topic wants. Timestamps are
     * written into {@code records} itself, whose indexes do not move and whose reference stays the caller's. Takes no
     * lock; may be done again. The caller releases the admission.
     *
     * @throws WorkRefused if that takes more than {@code allowance} has; nothing is changed then
     */
    public Admission admit(ByteBuf records, AppendTerms terms, WorkAllowance allowance) {
        return appends.admit(records, terms, config, allowance);
    }

    /** As {@link #admit}, for whoever must not be kept long: null, and nothing is changed, if it makes much work. */
    public @Nullable Admission tryAdmit(ByteBuf records, AppendTerms terms) {
        return appends.tryAdmit(records, terms, config);
    }

    /** Appends what was admitted. Offsets and leader epoch are written into the records. May wait for the disk. */
    public AppendResult append(Admission admission, AppendTerms terms) {
        return appends.append(admission, terms, config);
    }

    /**
     * As {@link #append}, for whoever must not wait: null, and nothing is appended, if another thread is at the log or
     * a new segment is due.
     */
    public @Nullable AppendResult tryAppend(Admission admission, AppendTerms terms) {
        return appends.tryAppend(admission, terms, config);
    }

    /** Admits and appends, whatever work that makes. */
    public AppendResult appendAsLeader(ByteBuf records, AppendTerms terms) {
        Admission admission = admit(records, terms, WorkAllowance.UNBOUNDED);
        try {
            return append(admission, terms);
        } finally {
            admission.release();
        }
    }

    /**
     * Appends what the leader sent, unchanged. A last batch that is cut off is left out; nothing is appended if a
     * batch fails its checks, or if there is no whole one.
     */
    public AppendResult appendAsFollower(ByteBuf records) {
        return appends.follow(records, config);
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
            return reader.find("time look-up", view -> question.ask(reader.timeFinder(view, tools)));
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

    /** Those producers, as they are at this moment, in the order in which the log came to know them. */
    public List<ActiveProducer> activeProducers() {
        return guard.locked(() -> files.producers().active());
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
     * The epoch in which {@code offset} was written; {@link EpochEndOffset#UNKNOWN_EPOCH} if that is not known. Takes
     * no lock.
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
        truncating(offset, () -> {
            files.truncateTo(offset, shared.nowMs());
            files.producers().committedUpTo(highWatermark);
        });
    }

    /** Removes everything, and begins anew at {@code offset}. */
    public void resetTo(long offset) {
        truncating(0, () -> files.resetTo(offset, shared.nowMs()));
    }

    /**
     * What is written behind the cut is not forced, and not clean: no checkpoint may say so. They go back first: while
     * some segments are gone and others not, they tell that what follows on a gap is not to be kept. The start of the
     * log may move back with its end: a later one on disk would take what is written from then on.
     */
    private void truncating(long offset, LogGuard.IoAction truncation) {
        cleaning.truncating(offset, () -> {
            ForcedSoFar forced = files.forces();
            boolean movesBack = offset < recoveryPoint();
            long startBefore = offsets().logStartOffset();
            guard.lockedAction(() -> forced.cutting(offset));
            try {
                if (movesBack) {
                    dir.recoveryPointMovedBack();
                }
                guard.ioAction("truncation", truncation);
                if (offsets().logStartOffset() < startBefore) {
                    dir.logStartMovedBack();
                }
            } finally {
                guard.lockedAction(forced::cutEnded);
            }
        });
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

    /**
     * The partition says here how far its log is committed. Retention never goes past this offset, and a transaction is
     * stable only when its marker is below.
     */
    public void highWatermark(long newHighWatermark) {
        highWatermark = newHighWatermark;
        ProducerStates producers = files.producers();
        if (producers.isNewsToTransactions(newHighWatermark)) {
            guard.lockedAction(() -> producers.committedUpTo(newHighWatermark));
        }
    }

    /**
     * The aborted transactions that have an offset in the range from {@code from} to {@code upTo} (exclusive), in the
     * order of their markers. May read from disk.
     */
    public List<AbortedTransaction> abortedTransactions(long from, long upTo) {
        return reader.find("transactions", view -> AbortedTransactions.in(view, from, upTo));
    }

    /** Forgets producers that have sent nothing for a while, a portion at a time, so that no append waits long. */
    void expireProducers(long nowMs, long expirationMs) {
        List<Long> ids = guard.locked(() -> files.producers().ids());
        for (int from = 0; from < ids.size(); from += EXPIRED_AT_ONCE) {
            List<Long> portion = ids.subList(from, Math.min(ids.size(), from + EXPIRED_AT_ONCE));
            guard.letOthersFirst();
            guard.lockedAction(() -> files.producers().expire(portion, nowMs, expirationMs));
        }
    }

    /**
     * Deletes the segments that retention no longer wants. On disk first comes what stays: the names of later segments,
     * and where several go, the start of the log, so that a crash that takes some of them leaves no gap to be read.
     */
    void retain(long nowMs) {
        LogConfig current = config;
        cleaning.alone(() -> {
            if (retention.run(current, highWatermark, nowMs)) {
                flushCheckpoints();
            }
        });
    }

    /** Forces everything that is written to disk, and moves the recovery point to there. Waits for the disk. */
    public void flush() {
        forces.forceNow();
    }

    /** From now on {@code listener}, and nobody else, hears of forces that settings make due. */
    public void listener(ForceListener listener) {
        forces.listener(listener);
    }

    /** Everything below is forced to disk. Takes no lock. */
    public long forcedEndOffset() {
        return files.forces().endOffset();
    }

    /** Whether {@code flush.messages} is set, so that producers may have to wait for a force. */
    public boolean isForcedByCount() {
        return config.flush().isByCount();
    }

    /**
     * Whether a setting has made a force due that covers what was appended up to {@code endOffset}, and that has not
     * come. Takes no lock.
     */
    public boolean awaitsForce(long endOffset) {
        return forces.isAwaited(endOffset);
    }

    /**
     * The end of what this replica may say it has: the end of the log, or with {@code flush.messages=1} of what is
     * forced. For a leader's high watermark, and where a follower fetches from next. Takes no lock.
     */
    public long durableEndOffset() {
        return config.flush().isEachRecord() ? forcedEndOffset() : offsets().logEndOffset();
    }

    /** Forces the log if {@code flush.messages=1} holds, so that {@link #durableEndOffset} is its end. May wait. */
    public void forceIfEachRecordIs() {
        if (config.flush().isEachRecord()) {
            flush();
        }
    }

    /** Has the log forced if {@code flush.ms} makes it due. */
    void flushIfDueByAge(long nowMs) {
        forces.requestIfDueByAge(config.flush(), nowMs);
    }

    /** Writes the leader epochs if they have changed; where there is no room for them, the next flush tries again. */
    private void flushCheckpoints() {
        try {
            files.writeEpochs();
        } catch (IOException e) {
            if (PassingFault.unlessBroken(e) instanceof PassingFault fault) {
                dir.shortOf("leader epoch checkpoint of " + partition, fault);
                return;
            }
            throw dir.fail("leader epoch checkpoint of " + partition, e);
        }
    }

    /** Everything before it is forced to disk. */
    long recoveryPoint() {
        return forcedEndOffset();
    }

    /** The file of the directory has had this recovery point. */
    void recoveryPointWritten(long offset) {
        files.forces().writtenToFile(offset);
    }

    /**
     * Before compaction replaces segments: what it looked at stays, and the file of the recovery points says so. What
     * lies before the start of the log it did not look at, and will take for clean: so the start must not come back.
     */
    private boolean settle(long cleanedTo, long seenTo) {
        if (recoveryPoint() < seenTo) {
            flush();
        }
        if (recoveryPoint() >= cleanedTo && files.forces().inFile() < cleanedTo) {
            dir.writeRecoveryPoints();
        }
        return files.forces().inFile() >= cleanedTo && (isStartInNames() || dir.writeLogStarts());
    }

    /** Whether the start of the log is that of its first segment, whatever a crash brings back. */
    boolean isStartInNames() {
        return guard.locked(files::isStartInNames);
    }

    LogDir dir() {
        return dir;
    }

    /** The way of compaction into this log. */
    LogCleaning cleaning() {
        return cleaning;
    }

    LogFiles files() {
        return files;
    }

    /** Gives back what was idle for a while. */
    void closeIdleFiles() {
        guard.lockedAction(files::closeIdle);
    }

    /** Builds anew what look-ups found to be damaged. */
    void repairIndexes() {
        indexRepair.run(config.segment().indexIntervalBytes());
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
