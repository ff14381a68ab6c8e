package io.milena.common.errors;

/** The producer has no memory for another record, and none came free within {@code max.block.ms}. */
public final class BufferExhaustedException extends TimeoutException {

    private static final long serialVersionUID = 1L;

    public BufferExhaustedException(String message) {
        super(message);
    }

    public BufferExhaustedException(String message, Throwable cause) {
        super(message, cause);
    }
}
