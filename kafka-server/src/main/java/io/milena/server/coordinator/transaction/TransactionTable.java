package io.milena.server.coordinator.transaction;

import io.milena.server.coordinator.state.UndoLog;
import io.milena.server.coordinator.state.UndoMap;
import java.util.Collection;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What is known of each transactional id, and which transactions are prepared: their markers are derived from the same
 * records, so that a loaded shard knows them too. Confined to the shard's thread.
 */
final class TransactionTable {

    private final int coordinatorEpoch;
    private final UndoMap<String, Transaction> known;
    private final UndoMap<String, MarkerPlan> prepared;

    TransactionTable(int coordinatorEpoch, UndoLog undo) {
        this.coordinatorEpoch = coordinatorEpoch;
        known = new UndoMap<>(undo);
        prepared = new UndoMap<>(undo);
    }

    /** The record at {@code offset} of the log is so. */
    void apply(long offset, TransactionRecord record) {
        String id = record.transactionalId();
        Transaction state = record.state();
        if (state == null) {
            known.remove(id);
        } else {
            known.put(id, state);
        }
        if (state != null && state.state().isPrepared()) {
            prepared.put(id, new MarkerPlan(order(id, offset, state)));
        } else {
            prepared.remove(id);
        }
    }

    private MarkerOrder order(String id, long offset, Transaction state) {
        return new MarkerOrder(id, offset, coordinatorEpoch, state.producer(), state.result(), state.partitions());
    }

    @Nullable
    Transaction get(String transactionalId) {
        return known.get(transactionalId);
    }

    /** The markers of the id's prepared transaction; null if it has none. */
    @Nullable
    MarkerPlan markersOf(String transactionalId) {
        return prepared.get(transactionalId);
    }

    /** The markers of all prepared transactions. */
    Collection<MarkerPlan> markers() {
        return prepared.copy().values();
    }

    /** A copy of this moment. */
    Map<String, Transaction> copy() {
        return known.copy();
    }

    /** All ids, as they change. */
    Iterable<Map.Entry<String, Transaction>> entries() {
        return known.entries();
    }
}
