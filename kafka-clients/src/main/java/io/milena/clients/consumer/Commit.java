package io.milena.clients.consumer;

import io.milena.common.KafkaException;
import io.milena.common.TopicPartition;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One commit on its way. Guarded by the consumer's lock; whether it is done, any thread may ask. */
final class Commit {

    /** With the usual backoff, for some five seconds: the other members have to join and to be given their shares. */
    private static final int MOST_IN_REBALANCE = 8;

    /** Who waits for it. */
    enum Manner {
        /** The application's thread: what fails for a reason that may pass is tried again until the deadline. */
        SYNC,
        /** As {@link #SYNC}, by a consumer that closes: also that the group rebalances passes, if it does so soon. */
        LAST,
        /** A callback, if anything: tried once, since a later commit supersedes it. */
        ASYNC
    }

    /** How far it is. */
    enum Stage {
        WAITING,
        SENT,
        DONE
    }

    private final Map<TopicPartition, OffsetAndMetadata> offsets;
    private final Manner manner;
    private final @Nullable OffsetCommitCallback callback;
    private final int generation;
    private final long deadlineNanos;
    private volatile Stage stage = Stage.WAITING;
    private @Nullable KafkaException error;
    private final Retry retry = new Retry();
    private int tries;

    Commit(
            Map<TopicPartition, OffsetAndMetadata> offsets,
            Manner manner,
            @Nullable OffsetCommitCallback callback,
            int generation,
            long deadlineNanos) {
        this.offsets = offsets;
        this.manner = manner;
        this.callback = callback;
        this.generation = generation;
        this.deadlineNanos = deadlineNanos;
    }

    Map<TopicPartition, OffsetAndMetadata> offsets() {
        return offsets;
    }

    @Nullable
    OffsetCommitCallback callback() {
        return callback;
    }

    /** The generation of the group in which it was made: in a later one the partitions may be another member's. */
    int generation() {
        return generation;
    }

    boolean isRetried() {
        return manner != Manner.ASYNC;
    }

    /** Whether its partitions stay this member's whatever the group does, since nobody polls any more. */
    boolean isLast() {
        return manner == Manner.LAST;
    }

    /** Whether it may be sent again after the group has rebalanced. */
    boolean outlastsRebalance() {
        return isLast() && tries < MOST_IN_REBALANCE;
    }

    Stage stage() {
        return stage;
    }

    boolean isDone() {
        return stage == Stage.DONE;
    }

    /** Why it failed; null if it did not. */
    @Nullable
    KafkaException error() {
        return error;
    }

    boolean isOver(long nowNanos) {
        return nowNanos - deadlineNanos >= 0;
    }

    /** Nanoseconds until it may be sent; 0 for now. */
    long waitNanos(long nowNanos) {
        return retry.waitNanos(nowNanos);
    }

    long leftNanos(long nowNanos) {
        return Math.max(deadlineNanos - nowNanos, 0);
    }

    void sent() {
        tries++;
        stage = Stage.SENT;
    }

    void again(Retrying retrying) {
        stage = Stage.WAITING;
        retry.failed(retrying);
    }

    void done(@Nullable KafkaException cause) {
        error = cause;
        stage = Stage.DONE;
    }
}
