package io.milena.server.api;

import io.milena.common.errors.ErrorCode;
import io.milena.server.coordinator.state.Reply;
import org.jspecify.annotations.Nullable;

/**
 * The transaction that a produce request belongs to.
 *
 * @param transactionalId its id; null if the request belongs to none
 * @param verifier knows whether partitions take part in it
 */
record ProduceTransaction(@Nullable String transactionalId, TransactionVerifier verifier) {

    private static final short FIRST_WITH_ABORTABLE = 11;

    /** Whether the request belongs to one. */
    boolean isOne() {
        return transactionalId != null;
    }

    /** Asks whether the records of {@code attempt} may begin it in their partition. */
    void verify(ProduceAttempt attempt, short version, Reply<ErrorCode> reply) {
        if (transactionalId == null) {
            reply.give(ErrorCode.INVALID_TXN_STATE);
            return;
        }
        verifier.verify(
                transactionalId,
                attempt.producer(),
                attempt.partition().name(),
                error -> reply.give(inVersion(error, version)));
    }

    private static ErrorCode inVersion(ErrorCode error, short version) {
        boolean isTooNew = error == ErrorCode.TRANSACTION_ABORTABLE && version < FIRST_WITH_ABORTABLE;
        return isTooNew ? ErrorCode.INVALID_TXN_STATE : error;
    }
}
