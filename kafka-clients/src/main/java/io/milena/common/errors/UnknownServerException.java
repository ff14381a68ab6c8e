package io.milena.common.errors;

/** Error -1 of the protocol, UNKNOWN_SERVER_ERROR. */
public final class UnknownServerException extends ApiException {

    private static final long serialVersionUID = 1L;

    public UnknownServerException(String message) {
        super(message);
    }

    public UnknownServerException(String message, Throwable cause) {
        super(message, cause);
    }
}
