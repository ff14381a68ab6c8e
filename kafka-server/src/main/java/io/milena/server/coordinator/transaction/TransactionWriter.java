package io.milena.server.coordinator.transaction;

import io.milena.server.coordinator.state.Turn;
import org.jspecify.annotations.Nullable;

/**
 * Writes what becomes of transactions, and has the markers of prepared ones ordered once that is committed. Confined to
 * the shard's thread.
 */
final class TransactionWriter {

    private final TransactionTable table;
    private final MarkerOutlet outlet;

    TransactionWriter(TransactionTable table, MarkerOutlet outlet) {
        this.table = table;
        this.outlet = outlet;
    }

    /** The transaction of {@code id} is {@code next} from now on; null if nothing changes. */
    void write(String id, @Nullable Transaction next, Turn<TransactionRecord> turn) {
        if (next == null) {
            return;
        }
        turn.write(new TransactionRecord(id, next));
        MarkerPlan plan = table.markersOf(id);
        if (plan != null) {
            plan.orderWhenCommitted(outlet, turn);
        }
    }

    /** Orders what no order has left for: after a load, and where a commit was not seen in time. */
    void orderMissingMarkers(Turn<TransactionRecord> turn) {
        for (MarkerPlan plan : table.markers()) {
            if (!plan.isOrdered()) {
                plan.orderWhenCommitted(outlet, turn);
            }
        }
    }
}
