package io.milena.common;

import org.jspecify.annotations.Nullable;

/** What the client library throws: the root of all its exceptions. */
public class KafkaException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public KafkaException() {}

    public KafkaException(@Nullable Throwable cause) {
        super(cause);
    }

    public KafkaException(String message) {
        super(message);
    }

    public KafkaException(@Nullable String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
