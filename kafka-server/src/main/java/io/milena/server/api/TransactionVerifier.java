package io.milena.server.api;

import io.milena.common.TopicPartition;
import io.milena.common.errors.ErrorCode;
import io.milena.server.coordinator.state.Reply;
import io.milena.server.coordinator.state.TransactionalProducer;

/** Asks whether a partition takes part in a transaction (KIP-890). Thread-safe. */
@FunctionalInterface
public interface TransactionVerifier {

    /** Whether transactions begin in partitions only if their coordinator knows of it. */
    default boolean isWanted() {
        return true;
    }

    /**
     * Asks the coordinator of {@code transactionalId}; does not block. The reply, from any thread, is NONE, or what the
     * producer is told.
     */
    void verify(
            String transactionalId, TransactionalProducer producer, TopicPartition partition, Reply<ErrorCode> reply);
}
