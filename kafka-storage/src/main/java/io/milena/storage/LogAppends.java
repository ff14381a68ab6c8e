package io.milena.storage;

import io.milena.common.errors.ErrorCode;
import io.milena.common.time.Time;
import io.milena.record.BatchCursor;
import io.milena.record.RecordValidation;
import io.milena.record.compression.WorkAllowance;
import io.milena.storage.AppendResult.Appended;
import io.milena.storage.AppendResult.Duplicate;
import io.milena.storage.AppendResult.Refused;
import io.milena.storage.AppendResult.Unproven;
import io.milena.storage.producer.ProducerBatch;
import io.milena.storage.producer.SequenceVerdict;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The ways into one log: checks before its lock, offsets and one write under it.
 *
 * <p>Thread-safe. An append either waits, for the lock, for the disk, for the work that a batch makes, or it only tries
 * and leaves all that to a thread that may wait.
 */
final class LogAppends {

    private final LogDir dir;
    private final Time time;
    private final LogGuard guard;
    private final LogFiles files;
    private final LogForces forces;
    private final AppendGate gate;

    LogAppends(LogDir dir, LogShared shared, LogGuard guard, LogForces forces) {
        this.dir = dir;
        this.time = shared.services().time();
        this.guard = guard;
        this.files = guard.files();
        this.forces = forces;
        this.gate = new AppendGate(shared.tools());
    }

    /** Whether an append of these batches would take its thread long, as far as that can be told without any wait. */
    boolean wouldWait(ByteBuf records, RecordValidation validation, LogConfig config) {
        return forces.isUnderWay() || isDiskSlow() || HeavyBatches.isHeavy(records, validation, config);
    }

    private boolean isDiskSlow() {
        DiskPace pace = dir.pace();
        return pace.isSlow() || pace.isWriting() && pace.isStuck(time.nanos());
    }

    Admission admit(ByteBuf records, AppendTerms terms, LogConfig config, WorkAllowance allowance) {
        return dir.isOnline() ? gate.admit(records, terms, config, allowance) : new Admission.Turned(offline());
    }

    /** As {@link #admit}; null if the batch makes much work. */
    @Nullable
    Admission tryAdmit(ByteBuf records, AppendTerms terms, LogConfig config) {
        return dir.isOnline() ? gate.tryAdmit(records, terms, config) : new Admission.Turned(offline());
    }

    AppendResult append(Admission admission, AppendTerms terms, LogConfig config) {
        if (admission instanceof Admission.Turned turned) {
            return turned.refusal().of(files.partition());
        }
        Admission.Admitted admitted = (Admission.Admitted) admission;
        try {
            AppendResult result = guard.io("append", () -> enter(admitted, terms, config, Patience.WAIT));
            forces.requestIfDueByCount(config.flush());
            return result == null ? offline() : result;
        } catch (StorageFailedException e) {
            return Refused.batch(ErrorCode.KAFKA_STORAGE_ERROR, String.valueOf(e.getMessage()));
        }
    }

    /** As {@link #append}; null, and nothing is done, if the log is busy or this append has to begin a segment. */
    @Nullable
    AppendResult tryAppend(Admission admission, AppendTerms terms, LogConfig config) {
        if (admission instanceof Admission.Turned turned) {
            return turned.refusal().of(files.partition());
        }
        Admission.Admitted admitted = (Admission.Admitted) admission;
        try {
            AppendResult result = guard.tryIo("append", () -> enter(admitted, terms, config, Patience.TRY));
            if (result != null) {
                forces.requestIfDueByCount(config.flush());
            }
            return result;
        } catch (StorageFailedException e) {
            return Refused.batch(ErrorCode.KAFKA_STORAGE_ERROR, String.valueOf(e.getMessage()));
        }
    }

    private @Nullable AppendResult enter(
            Admission.Admitted admitted, AppendTerms terms, LogConfig config, Patience patience) throws IOException {
        ByteBuf records = admitted.records();
        SequenceVerdict obstacle = obstacle(records, terms.proof());
        if (obstacle != null) {
            return notNext(obstacle, admitted.appendTimeMs());
        }
        var run = BatchRun.planned(records, files.logEndOffset(), admitted.maxTimestampMs());
        boolean isRollDue = files.isRollDue(run, config, terms.nowMs());
        if (isRollDue && patience == Patience.TRY) {
            // The caller comes again with the same records: they must still look as the client sent them.
            return null;
        }
        run.assign(terms.leaderEpoch());
        write(run, config, isRollDue, terms.nowMs());
        return new Appended(
                run.firstOffset(),
                run.lastOffset(),
                admitted.appendTimeMs(),
                files.logStartOffset(),
                run.recordCount(),
                records.readableBytes());
    }

    private @Nullable SequenceVerdict obstacle(ByteBuf records, TransactionProof proof) {
        BatchCursor cursor = BatchCursor.over(records);
        while (cursor.next()) {
            if (cursor.batch().hasProducerId()) {
                SequenceVerdict verdict = files.producers().check(ProducerBatch.of(cursor.batch()), proof);
                if (!(verdict instanceof SequenceVerdict.Next)) {
                    return verdict;
                }
            }
        }
        return null;
    }

    private AppendResult notNext(SequenceVerdict verdict, long appendTimeMs) {
        if (verdict instanceof SequenceVerdict.Repeated repeated) {
            long timeMs = appendTimeMs < 0 ? appendTimeMs : repeated.earlier().timestampMs();
            return new Duplicate(
                    repeated.earlier().firstOffset(), repeated.earlier().lastOffset(), timeMs, files.logStartOffset());
        }
        if (verdict instanceof SequenceVerdict.Unproven unproven) {
            return new Unproven(new TransactionProof(unproven.markers()));
        }
        SequenceVerdict.OutOfLine outOfLine = (SequenceVerdict.OutOfLine) verdict;
        return Refused.batch(outOfLine.code(), outOfLine.why());
    }

    private void write(BatchRun run, LogConfig config, boolean isRollDue, long nowMs) throws IOException {
        long beganNanos = time.nanos();
        dir.pace().writeBegan(beganNanos);
        try {
            if (isRollDue) {
                files.rollFor(run, nowMs);
            }
            files.append(run, config);
            dir.wrote();
        } finally {
            dir.pace().writeEnded(beganNanos, time.nanos());
        }
        if (isRollDue) {
            forces.requestInBackground();
        }
    }

    /** Appends what the leader sent, unchanged; see {@link Log#appendAsFollower}. */
    AppendResult follow(ByteBuf records, LogConfig config) {
        if (!dir.isOnline()) {
            return offline();
        }
        try {
            AppendResult result = guard.io("append", () -> enterUnchanged(records, config));
            forces.requestIfDueByCount(config.flush());
            return result;
        } catch (StorageFailedException e) {
            return Refused.batch(ErrorCode.KAFKA_STORAGE_ERROR, String.valueOf(e.getMessage()));
        }
    }

    private AppendResult enterUnchanged(ByteBuf records, LogConfig config) throws IOException {
        BatchCursor cursor = BatchCursor.over(records);
        long next = files.logEndOffset();
        while (cursor.next()) {
            int available = cursor.batch().sizeBytes() + cursor.remainingBytes();
            Optional<Refused> fault = AppendGate.checkFromLeader(cursor.batch(), available, next);
            if (fault.isPresent()) {
                return fault.get().of(files.partition());
            }
            next = cursor.batch().nextOffset();
        }
        int wholeBytes = records.readableBytes() - cursor.remainingBytes();
        if (wholeBytes == 0) {
            return Refused.batch(ErrorCode.CORRUPT_MESSAGE, "no whole batch in " + records.readableBytes() + " bytes");
        }
        var run = BatchRun.asIs(records.slice(records.readerIndex(), wholeBytes));
        long nowMs = time.wallMs();
        write(run, config, files.isRollDue(run, config, nowMs), nowMs);
        return new Appended(
                run.firstOffset(), run.lastOffset(), -1, files.logStartOffset(), run.recordCount(), wholeBytes);
    }

    private AppendResult.Refused offline() {
        return Refused.batch(ErrorCode.KAFKA_STORAGE_ERROR, "log directory " + dir + " is offline");
    }

    /** Whether an append waits for what it needs. */
    private enum Patience {
        WAIT,
        TRY
    }
}
