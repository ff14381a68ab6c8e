package io.milena.common.errors;

import io.milena.common.KafkaException;

/**
 * A thread of the application was interrupted while a client waited. Making one sets the thread's interrupted flag
 * again, so that the application's own loops see it, too: only made on threads of applications, never on one of ours.
 */
public final class InterruptException extends KafkaException {

    private static final long serialVersionUID = 1L;

    public InterruptException(String message) {
        super(message);
        Thread.currentThread().interrupt();
    }

    public InterruptException(InterruptedException cause) {
        super(cause.getMessage(), cause);
        Thread.currentThread().interrupt();
    }

    public InterruptException(String message, InterruptedException cause) {
        super(message, cause);
        Thread.currentThread().interrupt();
    }
}
