package io.milena.server.coordinator.transaction;

import io.milena.common.errors.ErrorCode;
import io.milena.server.coordinator.state.Turn;

/**
 * The markers that a prepared transaction still needs, and whether they were ordered. An order leaves once, and only
 * when the prepared state is committed.
 *
 * <p>Confined to the shard's thread, on which answers are given too.
 */
final class MarkerPlan {

    private final MarkerOrder order;
    private boolean isOrdered;

    MarkerPlan(MarkerOrder order) {
        this.order = order;
    }

    MarkerOrder order() {
        return order;
    }

    /** Whether the order has left. */
    boolean isOrdered() {
        return isOrdered;
    }

    /** Orders the markers when all that was applied up to now is committed; if it is not, someone has to ask again. */
    void orderWhenCommitted(MarkerOutlet outlet, Turn<TransactionRecord> turn) {
        turn.answer(outcome -> committed(outcome, outlet), ErrorCode.NONE, error -> error);
    }

    private void committed(ErrorCode outcome, MarkerOutlet outlet) {
        if (outcome == ErrorCode.NONE && !isOrdered) {
            isOrdered = true;
            outlet.send(order);
        }
    }
}
