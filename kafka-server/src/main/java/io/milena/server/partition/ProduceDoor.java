package io.milena.server.partition;

import io.milena.common.errors.ErrorCode;
import io.milena.common.time.Time;
import io.milena.record.compression.WorkAllowance;
import io.milena.record.compression.WorkRefused;
import io.milena.server.partition.PartitionLock.Patience;
import io.milena.server.partition.ProduceOutcome.Refused;
import io.milena.storage.Admission;
import io.milena.storage.Admission.Admitted;
import io.milena.storage.AppendResult;
import io.milena.storage.AppendTerms;
import io.milena.storage.Log;
import io.netty.buffer.ByteBuf;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * How records of producers come to one partition: at once on the thread that brings them, or later on the lane of the
 * log, in the order in which they came.
 *
 * <p>Thread-safe. What is brought is checked here, before the partition's lock is taken.
 */
final class ProduceDoor {

    private final Supplier<Standing> standing;
    private final Time time;
    private final PartitionLock lock;
    private final Inside inside;

    /** Appends that wait for their turn on the lane. */
    private final AtomicInteger late = new AtomicInteger();

    ProduceDoor(Supplier<Standing> standing, Time time, PartitionLock lock, Inside inside) {
        this.standing = standing;
        this.time = time;
        this.lock = lock;
        this.inside = inside;
    }

    /** Null, and nothing is done, where it would have to wait, or come before what waits already. */
    @Nullable
    ProduceOutcome tryAppend(ByteBuf records, ProduceTerms terms, @Nullable CommitWaiter waiter) {
        Standing now = standing.get();
        ErrorCode access = now.admits(ReadSpan.NO_EPOCH, Reach.LEADER_ONLY);
        if (access != ErrorCode.NONE) {
            return Refused.because(access);
        }
        Log log = now.openLog();
        if (late.get() > 0 || log.wouldWait(records, terms.validation())) {
            return null;
        }
        AppendTerms how = how(now, terms);
        long beganNanos = time.nanos();
        Admission admission = log.tryAdmit(records, how);
        noteConversion(admission, terms, beganNanos);
        return admission == null ? null : enter(new Entry(admission, now, how, terms.acks(), waiter), Patience.TRY);
    }

    /**
     * Waits for what it needs.
     *
     * @throws WorkRefused if the work on the records takes more than {@code allowance} has; nothing is done then
     */
    ProduceOutcome append(ByteBuf records, ProduceTerms terms, @Nullable CommitWaiter waiter, WorkAllowance allowance) {
        Standing now = standing.get();
        ErrorCode access = now.admits(ReadSpan.NO_EPOCH, Reach.LEADER_ONLY);
        if (access != ErrorCode.NONE) {
            return Refused.because(access);
        }
        AppendTerms how = how(now, terms);
        long beganNanos = time.nanos();
        Admission admission = now.openLog().admit(records, how, allowance);
        noteConversion(admission, terms, beganNanos);
        ProduceOutcome outcome = enter(new Entry(admission, now, how, terms.acks(), waiter), Patience.WAIT);
        return outcome == null ? Refused.because(ErrorCode.UNKNOWN_SERVER_ERROR) : outcome;
    }

    private AppendTerms how(Standing now, ProduceTerms terms) {
        return new AppendTerms(
                now.image().leaderEpoch(), time.wallMs(), terms.origin(), terms.validation(), terms.proof());
    }

    private void noteConversion(@Nullable Admission admission, ProduceTerms terms, long beganNanos) {
        if (admission instanceof Admitted admitted && admitted.isOwned()) {
            terms.conversions()
                    .converted(time.nanos() - beganNanos, admitted.records().readableBytes());
        }
    }

    private @Nullable ProduceOutcome enter(Entry entry, Patience patience) {
        try {
            return inside.enter(entry, patience);
        } finally {
            entry.admission().release();
        }
    }

    /** Appends on the lane, where {@code done} is told, and gives up a reference to {@code records}. */
    void appendLater(
            ByteBuf records, ProduceTerms terms, @Nullable CommitWaiter waiter, Consumer<ProduceOutcome> done) {
        late.incrementAndGet();
        lock.onLaneMeasured(allowance -> {
            ProduceOutcome outcome = Refused.because(ErrorCode.UNKNOWN_SERVER_ERROR);
            boolean isOver = true;
            try {
                outcome = append(records, terms, waiter, allowance);
            } catch (WorkRefused tooLittle) {
                isOver = false;
                throw tooLittle;
            } catch (OutOfMemoryError full) {
                // Direct memory that others have: it comes back, and so may the producer.
                String why = "there is no memory to take the records: " + full.getMessage();
                outcome = new Refused(ErrorCode.KAFKA_STORAGE_ERROR, why, AppendResult.NO_RECORD);
            } finally {
                if (isOver) {
                    late.decrementAndGet();
                    records.release();
                    done.accept(outcome);
                }
            }
        });
    }

    /** What lies behind the door. */
    @FunctionalInterface
    interface Inside {

        /** Takes the lock and appends; null, and nothing is done, if that cannot be without a wait. */
        @Nullable
        ProduceOutcome enter(Entry entry, Patience patience);
    }

    /**
     * Records on their way into the log, with what was found before the lock.
     *
     * @param admission the records as they were checked
     * @param seen where the partition stood then
     * @param how under which terms the log takes them
     * @param acks when the producer wants its answer
     * @param waiter is told if it must wait; null if nobody is
     */
    record Entry(
            Admission admission,
            Standing seen,
            AppendTerms how,
            RequiredAcks acks,
            @Nullable CommitWaiter waiter) {

        Log log() {
            return seen.openLog();
        }
    }
}
