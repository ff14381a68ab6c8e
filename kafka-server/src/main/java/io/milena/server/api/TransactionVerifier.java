package io.milena.server.api;

import io.milena.common.TopicPartition;
import io.milena.common.errors.ErrorCode;
import io.milena.server.coordinator.state.Reply;
import io.milena.server.coordinator.state.TransactionalProducer;

/** Asks whether a partition takes part in a transaction (KIP-890). Thread-safe. */
@FunctionalInterface
public interface TransactionVerifier {

    /**
     * Asks the coordinator of {@code transactionalId}; does not block. The reply, from any thread, is NONE, or what the
     * producer is told.
     */
    void verify(
            String transactionalId, TransactionalProducer producer, TopicPartition partition, Reply<ErrorCode> reply);
}
