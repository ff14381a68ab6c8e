package io.milena.common.errors;

/** Error 32 of the protocol, INVALID_TIMESTAMP. */
public final class InvalidTimestampException extends ApiException {

    private static final long serialVersionUID = 1L;

    public InvalidTimestampException(String message) {
        super(message);
    }

    public InvalidTimestampException(String message, Throwable cause) {
        super(message, cause);
    }
}
