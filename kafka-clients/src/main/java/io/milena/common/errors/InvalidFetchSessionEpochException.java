package io.milena.common.errors;

/** Error 71 of the protocol, INVALID_FETCH_SESSION_EPOCH. The same call, made again later, may succeed. */
public final class InvalidFetchSessionEpochException extends RetriableException {

    private static final long serialVersionUID = 1L;

    public InvalidFetchSessionEpochException(String message) {
        super(message);
    }

    public InvalidFetchSessionEpochException(String message, Throwable cause) {
        super(message, cause);
    }
}
