package io.milena.server.coordinator.transaction;

import io.milena.common.errors.ErrorCode;
import io.milena.server.coordinator.state.TransactionalProducer;

/**
 * The answer to {@link InitAsk}.
 *
 * @param error why the producer does not own the id; NONE if it does. PRODUCER_FENCED is INVALID_PRODUCER_EPOCH to
 *     clients before version 4
 * @param producer producer id and epoch to use; -1 both with an error
 */
public record InitAnswer(ErrorCode error, TransactionalProducer producer) {

    private static final TransactionalProducer NOBODY = new TransactionalProducer(-1, (short) -1);

    /** Use this id and epoch. */
    public static InitAnswer owns(TransactionalProducer producer) {
        return new InitAnswer(ErrorCode.NONE, producer);
    }

    /** Refused. */
    public static InitAnswer failed(ErrorCode error) {
        return new InitAnswer(error, NOBODY);
    }
}
