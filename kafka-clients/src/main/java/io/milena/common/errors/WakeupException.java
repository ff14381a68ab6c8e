package io.milena.common.errors;

import io.milena.common.KafkaException;

/** Ends a call of a consumer because another thread called its {@code wakeup}. */
public final class WakeupException extends KafkaException {

    private static final long serialVersionUID = 1L;

    public WakeupException() {}

    public WakeupException(String message) {
        super(message);
    }

    public WakeupException(String message, Throwable cause) {
        super(message, cause);
    }
}
