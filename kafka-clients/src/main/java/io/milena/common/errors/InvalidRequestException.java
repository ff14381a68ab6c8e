package io.milena.common.errors;

/** Error 42 of the protocol, INVALID_REQUEST. */
public final class InvalidRequestException extends ApiException {

    private static final long serialVersionUID = 1L;

    public InvalidRequestException(String message) {
        super(message);
    }

    public InvalidRequestException(String message, Throwable cause) {
        super(message, cause);
    }
}
