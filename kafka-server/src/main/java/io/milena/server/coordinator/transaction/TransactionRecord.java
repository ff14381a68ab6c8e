package io.milena.server.coordinator.transaction;

import org.jspecify.annotations.Nullable;

/**
 * A durable change: a transactional id is in this state from now on.
 *
 * @param transactionalId whose state it is
 * @param state all that is so; null when the id is forgotten (a tombstone)
 */
public record TransactionRecord(
        String transactionalId, @Nullable Transaction state) {}
