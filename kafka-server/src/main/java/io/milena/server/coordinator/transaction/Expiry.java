package io.milena.server.coordinator.transaction;

import io.milena.server.coordinator.state.TransactionResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What time does to transactions: one that is open for too long is aborted, and its producer fenced; a transactional id
 * that nobody uses is forgotten. Decides; changes nothing. Confined to the shard's thread.
 */
final class Expiry {

    /** Most records of one look, so that they fit into a batch; the rest is for the next. */
    static final int MOST_PER_TURN = 1_000;

    private final TransactionConfig config;
    private final TransactionTable table;

    Expiry(TransactionConfig config, TransactionTable table) {
        this.config = config;
        this.table = table;
    }

    /** The transactions that are open for longer than their producers wanted, as they are to be. */
    List<TransactionRecord> timedOut(long nowMs) {
        List<TransactionRecord> aborted = new ArrayList<>();
        for (Map.Entry<String, Transaction> entry : table.entries()) {
            Transaction transaction = entry.getValue();
            if (isTimedOut(transaction, nowMs) && aborted.size() < MOST_PER_TURN) {
                var prepared = transaction.fenced().prepared(TransactionResult.ABORT, nowMs);
                aborted.add(new TransactionRecord(entry.getKey(), prepared));
            }
        }
        return aborted;
    }

    private static boolean isTimedOut(Transaction transaction, long nowMs) {
        return transaction.state() == TransactionState.ONGOING
                && transaction.startedMs() + transaction.timeoutMs() < nowMs;
    }

    /** Tombstones of the ids that nothing happened to for as long as ids are kept. */
    List<TransactionRecord> unused(long nowMs) {
        List<TransactionRecord> tombstones = new ArrayList<>();
        for (Map.Entry<String, Transaction> entry : table.entries()) {
            Transaction transaction = entry.getValue();
            boolean isUnused =
                    transaction.state().isIdle() && transaction.updatedMs() <= nowMs - config.idExpirationMs();
            if (isUnused && tombstones.size() < MOST_PER_TURN) {
                tombstones.add(new TransactionRecord(entry.getKey(), null));
            }
        }
        return tombstones;
    }
}
