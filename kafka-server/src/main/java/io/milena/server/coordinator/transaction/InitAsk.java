package io.milena.server.coordinator.transaction;

import io.milena.server.coordinator.state.TransactionalProducer;
import org.jspecify.annotations.Nullable;

/**
 * InitProducerId: a producer wants to own a transactional id.
 *
 * @param transactionalId the id, not empty
 * @param timeoutMs how long its transactions may stay open
 * @param expected who it believes to be, if it goes on after an error (KIP-360); null from a producer that begins
 */
public record InitAsk(
        String transactionalId, int timeoutMs, @Nullable TransactionalProducer expected) {}
