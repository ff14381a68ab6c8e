package io.milena.server.coordinator.state;

/** How a transaction ends. */
public enum TransactionResult {
    ABORT,
    COMMIT
}
