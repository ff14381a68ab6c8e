package io.milena.common.errors;

/** Error 19 of the protocol, NOT_ENOUGH_REPLICAS. The same call, made again later, may succeed. */
public final class NotEnoughReplicasException extends RetriableException {

    private static final long serialVersionUID = 1L;

    public NotEnoughReplicasException(String message) {
        super(message);
    }

    public NotEnoughReplicasException(String message, Throwable cause) {
        super(message, cause);
    }
}
