package io.milena.common.errors;

/** Error 4 of the protocol, INVALID_FETCH_SIZE. */
public final class InvalidFetchSizeException extends ApiException {

    private static final long serialVersionUID = 1L;

    public InvalidFetchSizeException(String message) {
        super(message);
    }

    public InvalidFetchSizeException(String message, Throwable cause) {
        super(message, cause);
    }
}
