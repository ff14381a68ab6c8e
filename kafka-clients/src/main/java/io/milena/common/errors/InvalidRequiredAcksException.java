package io.milena.common.errors;

/** Error 21 of the protocol, INVALID_REQUIRED_ACKS. */
public final class InvalidRequiredAcksException extends ApiException {

    private static final long serialVersionUID = 1L;

    public InvalidRequiredAcksException(String message) {
        super(message);
    }

    public InvalidRequiredAcksException(String message, Throwable cause) {
        super(message, cause);
    }
}
