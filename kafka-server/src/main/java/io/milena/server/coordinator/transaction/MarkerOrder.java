package io.milena.server.coordinator.transaction;

import io.milena.common.TopicPartition;
import io.milena.server.coordinator.state.TransactionResult;
import io.milena.server.coordinator.state.TransactionalProducer;
import java.util.SortedSet;

/**
 * The markers that end one prepared transaction, for {@link MarkerOutlet}. Immutable.
 *
 * @param transactionalId whose transaction it is
 * @param preparedOffset where the log says so: tells this transaction from all others of the id, also after a reload
 * @param coordinatorEpoch epoch of the coordinator, which the markers carry
 * @param producer whose transaction it is in the partitions
 * @param result how it ends
 * @param partitions what gets a marker; may be empty
 */
public record MarkerOrder(
        String transactionalId,
        long preparedOffset,
        int coordinatorEpoch,
        TransactionalProducer producer,
        TransactionResult result,
        SortedSet<TopicPartition> partitions) {

    /** Whether both end the same transaction. */
    boolean endsSameAs(MarkerOrder other) {
        return preparedOffset == other.preparedOffset && transactionalId.equals(other.transactionalId);
    }
}
