package io.milena.server.coordinator.state;

import io.milena.common.Invariant;
import io.milena.common.errors.ErrorCode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One event at a state machine, and what it leads to: durable changes, and answers.
 *
 * <p>A machine first decides, which changes nothing, then writes: each durable change passes through
 * {@link StateMachine#apply}, the way by which it passes again when the log is replayed. The shard appends what the
 * turn wrote, and gives its answers when that, and all that was applied before, is committed: those that came after a
 * change. One before it may be given at once. If the append is refused, the changes are taken back and each answer that
 * was not given becomes what it is otherwise.
 *
 * <p>A turn writes either plain records or records of one producer's transaction: those are a batch of their own.
 * Confined to the shard's thread.
 *
 * @param <D> a durable change of the machine
 */
public final class Turn<D> {

    private final long nowMs;
    private final Applier<D> applier;
    private final BooleanSupplier isAllCommitted;
    private final List<D> records = new ArrayList<>(1);
    private final List<Answer<?>> answers = new ArrayList<>(1);
    private @Nullable TransactionalProducer producer;

    /**
     * @param nowMs wall clock
     * @param applier applies to the machine what is written
     * @param isAllCommitted says whether all is committed that was written before this turn
     */
    public Turn(long nowMs, Applier<D> applier, BooleanSupplier isAllCommitted) {
        this.nowMs = nowMs;
        this.applier = applier;
        this.isAllCommitted = isAllCommitted;
    }

    /** The wall clock at this turn; it may jump, also back. */
    public long nowMs() {
        return nowMs;
    }

    /** Changes the durable state, now and in the log. */
    public void write(D record) {
        Invariant.check(producer == null, "a plain record in the batch of a transaction");
        records.add(record);
        applier.apply(record, null);
    }

    /** Changes the durable state when the transaction of {@code of} ends with a commit. */
    public void writePending(D record, TransactionalProducer of) {
        Invariant.check(records.isEmpty() || of.equals(producer), "records of two transactions in one batch");
        producer = of;
        records.add(record);
        applier.apply(record, of);
    }

    /**
     * Answers when all that was written so far is committed, or with what {@code otherwise} makes of the reason if it
     * cannot be. The answer is given on the shard's thread; at once if it is due, so that the first of a crowd need not
     * wait for the last.
     */
    public <R> void answer(Reply<R> to, R value, Function<ErrorCode, R> otherwise) {
        if (records.isEmpty() && isAllCommitted.getAsBoolean()) {
            to.give(value);
        } else {
            answers.add(new Answer<>(to, value, otherwise));
        }
    }

    /** Answers at once: rests on nothing durable, such as the answer to a heartbeat. */
    public <R> void answerAtOnce(Reply<R> to, R value) {
        to.give(value);
    }

    /** What is to be appended, in order. */
    public List<D> records() {
        return Collections.unmodifiableList(records);
    }

    /** What is to be answered when the records are committed. */
    public List<Answer<?>> answers() {
        return Collections.unmodifiableList(answers);
    }

    /** Whose transaction the records belong to; null if they are plain. */
    public @Nullable TransactionalProducer producer() {
        return producer;
    }

    /**
     * Applies a change to the machine, at the offset that it will have in the log.
     *
     * @param <D> a durable change
     */
    @FunctionalInterface
    public interface Applier<D> {

        /** {@code pendingFor} is the producer whose transaction has to commit first; null if none has. */
        void apply(D record, @Nullable TransactionalProducer pendingFor);
    }
}
