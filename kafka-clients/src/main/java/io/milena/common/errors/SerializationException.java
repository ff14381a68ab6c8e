package io.milena.common.errors;

import io.milena.common.KafkaException;
import org.jspecify.annotations.Nullable;

/** A key or value could not be turned into bytes, or bytes into a key or value. */
public class SerializationException extends KafkaException {

    private static final long serialVersionUID = 1L;

    public SerializationException() {}

    public SerializationException(Throwable cause) {
        super(cause);
    }

    public SerializationException(@Nullable String message) {
        super(message);
    }

    public SerializationException(@Nullable String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
