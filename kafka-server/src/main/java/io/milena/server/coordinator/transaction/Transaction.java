package io.milena.server.coordinator.transaction;

import io.milena.common.Invariant;
import io.milena.common.TopicPartition;
import io.milena.server.coordinator.state.TransactionResult;
import io.milena.server.coordinator.state.TransactionalProducer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * What the log says about one transactional id. Immutable: each step of its life gives a new one, see
 * {@link TransactionState}.
 *
 * @param producer the producer that owns the id now, and the epoch below which all others are fenced
 * @param timeoutMs how long a transaction may stay open
 * @param state where it stands
 * @param partitions what takes part, in order; empty in the states without an open transaction
 * @param startedMs when the transaction began; {@link #NOT_STARTED} while the id is empty
 * @param updatedMs when this was written
 */
public record Transaction(
        TransactionalProducer producer,
        int timeoutMs,
        TransactionState state,
        SortedSet<TopicPartition> partitions,
        long startedMs,
        long updatedMs) {

    /** In place of a time, where no transaction has begun. */
    public static final long NOT_STARTED = -1;

    private static final SortedSet<TopicPartition> NONE = Collections.emptySortedSet();

    /** The id is seen for the first time, or again after it was forgotten. */
    static Transaction firstOf(TransactionalProducer producer, int timeoutMs, long nowMs) {
        return new Transaction(producer, timeoutMs, TransactionState.EMPTY, NONE, NOT_STARTED, nowMs);
    }

    /** InitProducerId: {@code owner} has the id from now on. */
    Transaction initialized(TransactionalProducer owner, int newTimeoutMs, long nowMs) {
        return new Transaction(owner, newTimeoutMs, moved(TransactionState.EMPTY), NONE, NOT_STARTED, nowMs);
    }

    /** Partitions join; the first ones begin the transaction. */
    Transaction with(SortedSet<TopicPartition> more, long nowMs) {
        SortedSet<TopicPartition> all = new TreeSet<>(partitions);
        all.addAll(more);
        return new Transaction(
                producer,
                timeoutMs,
                moved(TransactionState.ONGOING),
                Collections.unmodifiableSortedSet(all),
                state == TransactionState.ONGOING ? startedMs : nowMs,
                nowMs);
    }

    /**
     * Nobody who knows the epoch of now may go on. The new epoch is never given to a producer, so it may be the last
     * one; an epoch that is the last already stays.
     */
    Transaction fenced() {
        short raised = (short) Math.min(producer.epoch() + 1, Short.MAX_VALUE);
        return new Transaction(
                new TransactionalProducer(producer.id(), raised),
                timeoutMs,
                moved(TransactionState.PREPARE_EPOCH_FENCE),
                partitions,
                startedMs,
                updatedMs);
    }

    /** The outcome is decided: it cannot become the other one any more. */
    Transaction prepared(TransactionResult result, long nowMs) {
        var next =
                result == TransactionResult.COMMIT ? TransactionState.PREPARE_COMMIT : TransactionState.PREPARE_ABORT;
        return new Transaction(producer, timeoutMs, moved(next), partitions, startedMs, nowMs);
    }

    /** Every partition has its marker. */
    Transaction completed(long nowMs) {
        var next = result() == TransactionResult.COMMIT
                ? TransactionState.COMPLETE_COMMIT
                : TransactionState.COMPLETE_ABORT;
        return new Transaction(producer, timeoutMs, moved(next), NONE, startedMs, nowMs);
    }

    /** The numbers of the partitions that take part, by topic, in order. */
    public Map<String, List<Integer>> partitionsByTopic() {
        Map<String, List<Integer>> byTopic = new LinkedHashMap<>();
        for (TopicPartition partition : partitions) {
            byTopic.computeIfAbsent(partition.topic(), topic -> new ArrayList<>())
                    .add(partition.partition());
        }
        return byTopic;
    }

    /** How the transaction ends; only of a prepared one. */
    TransactionResult result() {
        Invariant.check(state.isPrepared(), "an outcome is asked of a transaction that has none");
        return state == TransactionState.PREPARE_COMMIT ? TransactionResult.COMMIT : TransactionResult.ABORT;
    }

    private TransactionState moved(TransactionState next) {
        Invariant.check(state.next().contains(next), "a transaction moves from " + state + " to " + next);
        return next;
    }
}
