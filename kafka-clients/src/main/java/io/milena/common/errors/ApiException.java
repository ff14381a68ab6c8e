package io.milena.common.errors;

import io.milena.common.KafkaException;

/** An error of the Kafka system itself, told by a broker or found by the client; not one of the program that calls. */
public class ApiException extends KafkaException {

    private static final long serialVersionUID = 1L;

    public ApiException() {}

    public ApiException(Throwable cause) {
        super(cause);
    }

    public ApiException(String message) {
        super(message);
    }

    public ApiException(String message, Throwable cause) {
        super(message, cause);
    }
}
