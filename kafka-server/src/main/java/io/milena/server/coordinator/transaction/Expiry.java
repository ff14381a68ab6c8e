package io.milena.server.coordinator.transaction;

import io.milena.common.TopicPartition;
import io.milena.server.coordinator.state.TransactionResult;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What time does to transactions: one that is open for too long is aborted, and its producer fenced; a transactional id
 * that nobody uses is forgotten. Decides; changes nothing. Confined to the shard's thread.
 */
final class Expiry {

    /** Most records of one look; the rest is for the next. */
    static final int MOST_PER_TURN = 1_000;

    /** Most bytes of them, about, so that they fit into a batch, unless one alone is larger. */
    static final int MOST_BYTES = 200_000;

    /** Of a record, beside its texts and partitions. */
    private static final int OVERHEAD_BYTES = 100;

    private static final SortedSet<TopicPartition> NOTHING = Collections.emptySortedSet();

    private final TransactionConfig config;
    private final TransactionTable table;

    Expiry(TransactionConfig config, TransactionTable table) {
        this.config = config;
        this.table = table;
    }

    /** The transactions that are open for longer than their producers wanted, as they are to be. */
    Portion timedOut(long nowMs) {
        return portion(
                transaction -> isTimedOut(transaction, nowMs),
                transaction -> transaction.fenced().prepared(TransactionResult.ABORT, nowMs));
    }

    /** Where the clock went back by more than the time-out, nobody knows how long the transaction has been open. */
    private static boolean isTimedOut(Transaction transaction, long nowMs) {
        return transaction.state() == TransactionState.ONGOING
                && Math.abs(nowMs - transaction.startedMs()) > transaction.timeoutMs();
    }

    /** Tombstones of the ids that nothing happened to for as long as ids are kept. */
    Portion unused(long nowMs) {
        return portion(
                transaction ->
                        transaction.state().isIdle() && transaction.updatedMs() <= nowMs - config.idExpirationMs(),
                transaction -> null);
    }

    private Portion portion(Predicate<Transaction> isOver, Function<Transaction, @Nullable Transaction> next) {
        List<TransactionRecord> records = new ArrayList<>();
        long bytes = 0;
        for (Map.Entry<String, Transaction> entry : table.entries()) {
            if (isOver.test(entry.getValue())) {
                var record = new TransactionRecord(entry.getKey(), next.apply(entry.getValue()));
                bytes += bytesOf(record);
                if (records.size() == MOST_PER_TURN || !records.isEmpty() && bytes > MOST_BYTES) {
                    return new Portion(records, false);
                }
                records.add(record);
            }
        }
        return new Portion(records, true);
    }

    private static long bytesOf(TransactionRecord record) {
        Transaction state = record.state();
        long bytes = OVERHEAD_BYTES + record.transactionalId().length();
        String topic = "";
        for (TopicPartition partition : state == null ? NOTHING : state.partitions()) {
            bytes += Integer.BYTES;
            if (!partition.topic().equals(topic)) {
                topic = partition.topic();
                bytes += OVERHEAD_BYTES + topic.length();
            }
        }
        return bytes;
    }

    /**
     * What one turn writes.
     *
     * @param records in the order of their ids' first use
     * @param isAll whether there is nothing left for the next turn
     */
    record Portion(List<TransactionRecord> records, boolean isAll) {}
}
