package io.milena.server.coordinator.transaction;

import io.milena.server.coordinator.state.TransactionalProducer;

/**
 * AddOffsetsToTxn: the transaction is going to commit offsets of a group. The front door makes an
 * {@link AddPartitionsAsk} of it, for the partition of {@code __consumer_offsets} that keeps the group.
 *
 * @param transactionalId the transaction's id
 * @param producer who asks
 * @param groupId the group
 */
public record AddOffsetsAsk(String transactionalId, TransactionalProducer producer, String groupId) {}
