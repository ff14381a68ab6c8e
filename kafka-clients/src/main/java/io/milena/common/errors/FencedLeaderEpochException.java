package io.milena.common.errors;

/**
 * Error 74 of the protocol, FENCED_LEADER_EPOCH. The client refreshes its metadata, and the same call may then
 * succeed.
 */
public final class FencedLeaderEpochException extends InvalidMetadataException {

    private static final long serialVersionUID = 1L;

    public FencedLeaderEpochException(String message) {
        super(message);
    }

    public FencedLeaderEpochException(String message, Throwable cause) {
        super(message, cause);
    }
}
