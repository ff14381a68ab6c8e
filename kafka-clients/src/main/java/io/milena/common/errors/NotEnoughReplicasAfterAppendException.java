package io.milena.common.errors;

/** Error 20 of the protocol, NOT_ENOUGH_REPLICAS_AFTER_APPEND. The same call, made again later, may succeed. */
public final class NotEnoughReplicasAfterAppendException extends RetriableException {

    private static final long serialVersionUID = 1L;

    public NotEnoughReplicasAfterAppendException(String message) {
        super(message);
    }

    public NotEnoughReplicasAfterAppendException(String message, Throwable cause) {
        super(message, cause);
    }
}
