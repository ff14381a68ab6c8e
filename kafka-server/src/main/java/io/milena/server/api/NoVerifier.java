package io.milena.server.api;

import io.milena.common.TopicPartition;
import io.milena.common.errors.ErrorCode;
import io.milena.server.coordinator.state.Reply;
import io.milena.server.coordinator.state.TransactionalProducer;

/** Vouches for every transaction, where {@code transaction.partition.verification.enable} is off. Stateless. */
public final class NoVerifier implements TransactionVerifier {

    @Override
    public boolean isWanted() {
        return false;
    }

    @Override
    public void verify(
            String transactionalId, TransactionalProducer producer, TopicPartition partition, Reply<ErrorCode> reply) {
        reply.give(ErrorCode.NONE);
    }
}
