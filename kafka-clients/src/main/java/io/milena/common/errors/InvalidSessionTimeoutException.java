package io.milena.common.errors;

/** Error 26 of the protocol, INVALID_SESSION_TIMEOUT. */
public final class InvalidSessionTimeoutException extends ApiException {

    private static final long serialVersionUID = 1L;

    public InvalidSessionTimeoutException(String message) {
        super(message);
    }

    public InvalidSessionTimeoutException(String message, Throwable cause) {
        super(message, cause);
    }
}
