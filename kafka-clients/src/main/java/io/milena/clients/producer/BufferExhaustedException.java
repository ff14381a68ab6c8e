package io.milena.clients.producer;

import io.milena.common.errors.TimeoutException;

/** The producer has no memory for another record, and none came free within {@code max.block.ms}. */
public final class BufferExhaustedException extends TimeoutException {

    private static final long serialVersionUID = 1L;

    public BufferExhaustedException(String message) {
        super(message);
    }
}
