package io.milena.common.errors;

/** Error 59 of the protocol, UNKNOWN_PRODUCER_ID. */
public final class UnknownProducerIdException extends OutOfOrderSequenceException {

    private static final long serialVersionUID = 1L;

    public UnknownProducerIdException(String message) {
        super(message);
    }

    public UnknownProducerIdException(String message, Throwable cause) {
        super(message, cause);
    }
}
