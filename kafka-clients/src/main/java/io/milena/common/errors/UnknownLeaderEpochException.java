package io.milena.common.errors;

/** Error 75 of the protocol, UNKNOWN_LEADER_EPOCH. The same call, made again later, may succeed. */
public final class UnknownLeaderEpochException extends RetriableException {

    private static final long serialVersionUID = 1L;

    public UnknownLeaderEpochException(String message) {
        super(message);
    }

    public UnknownLeaderEpochException(String message, Throwable cause) {
        super(message, cause);
    }
}
