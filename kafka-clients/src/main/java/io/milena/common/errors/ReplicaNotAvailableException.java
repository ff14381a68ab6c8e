package io.milena.common.errors;

/**
 * Error 9 of the protocol, REPLICA_NOT_AVAILABLE. The client refreshes its metadata, and the same call may then
 * succeed.
 */
public final class ReplicaNotAvailableException extends InvalidMetadataException {

    private static final long serialVersionUID = 1L;

    public ReplicaNotAvailableException(String message) {
        super(message);
    }

    public ReplicaNotAvailableException(String message, Throwable cause) {
        super(message, cause);
    }
}
