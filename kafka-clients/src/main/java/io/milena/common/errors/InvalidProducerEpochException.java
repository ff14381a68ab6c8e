package io.milena.common.errors;

/** Error 47 of the protocol, INVALID_PRODUCER_EPOCH. */
public final class InvalidProducerEpochException extends ApiException {

    private static final long serialVersionUID = 1L;

    public InvalidProducerEpochException(String message) {
        super(message);
    }

    public InvalidProducerEpochException(String message, Throwable cause) {
        super(message, cause);
    }
}
