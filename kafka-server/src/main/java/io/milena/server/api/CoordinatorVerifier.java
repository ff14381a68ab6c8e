package io.milena.server.api;

import io.milena.common.TopicPartition;
import io.milena.common.errors.ErrorCode;
import io.milena.server.coordinator.TransactionCoordinator;
import io.milena.server.coordinator.state.Reply;
import io.milena.server.coordinator.state.TransactionalProducer;
import io.milena.server.coordinator.transaction.AddPartitionsAsk;
import java.util.List;
import java.util.TreeSet;

/** Asks the coordinator of this broker. Thread-safe. */
public final class CoordinatorVerifier implements TransactionVerifier {

    private final TransactionCoordinator transactions;

    public CoordinatorVerifier(TransactionCoordinator transactions) {
        this.transactions = transactions;
    }

    @Override
    public void verify(
            String transactionalId, TransactionalProducer producer, TopicPartition partition, Reply<ErrorCode> reply) {
        var ask = new AddPartitionsAsk(
                transactionalId, producer, new TreeSet<>(List.of(partition)), AddPartitionsAsk.Mode.VERIFY);
        transactions.addPartitions(
                ask,
                answer -> reply.give(
                        toProducer(answer.errors().getOrDefault(partition, ErrorCode.UNKNOWN_SERVER_ERROR))));
    }

    /** Where the coordinator cannot tell now, the producer is to send its records again. */
    private static ErrorCode toProducer(ErrorCode error) {
        return switch (error) {
            case CONCURRENT_TRANSACTIONS, COORDINATOR_LOAD_IN_PROGRESS, COORDINATOR_NOT_AVAILABLE, NOT_COORDINATOR ->
                ErrorCode.NOT_ENOUGH_REPLICAS;
            case PRODUCER_FENCED -> ErrorCode.INVALID_PRODUCER_EPOCH;
            default -> error;
        };
    }
}
