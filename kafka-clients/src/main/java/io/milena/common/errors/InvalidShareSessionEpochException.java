package io.milena.common.errors;

/** Error 123 of the protocol, INVALID_SHARE_SESSION_EPOCH. The same call, made again later, may succeed. */
public final class InvalidShareSessionEpochException extends RetriableException {

    private static final long serialVersionUID = 1L;

    public InvalidShareSessionEpochException(String message) {
        super(message);
    }

    public InvalidShareSessionEpochException(String message, Throwable cause) {
        super(message, cause);
    }
}
