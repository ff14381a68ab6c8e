package io.milena.common.errors;

import io.milena.common.KafkaException;

/** The thread was interrupted while a client waited; its interrupted flag is cleared. */
public final class InterruptException extends KafkaException {

    private static final long serialVersionUID = 1L;

    public InterruptException(String message) {
        super(message);
    }

    public InterruptException(InterruptedException cause) {
        super(cause.getMessage(), cause);
    }

    public InterruptException(String message, InterruptedException cause) {
        super(message, cause);
    }
}
