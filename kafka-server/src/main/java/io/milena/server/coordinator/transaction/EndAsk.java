package io.milena.server.coordinator.transaction;

import io.milena.server.coordinator.state.TransactionResult;
import io.milena.server.coordinator.state.TransactionalProducer;

/**
 * EndTxn: the transaction is to end. PRODUCER_FENCED in its answer is INVALID_PRODUCER_EPOCH to clients before
 * version 2.
 *
 * @param transactionalId the transaction's id
 * @param producer who asks
 * @param result how it is to end
 */
public record EndAsk(String transactionalId, TransactionalProducer producer, TransactionResult result) {}
