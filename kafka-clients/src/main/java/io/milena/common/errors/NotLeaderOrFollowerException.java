package io.milena.common.errors;

/**
 * Error 6 of the protocol, NOT_LEADER_OR_FOLLOWER. The client refreshes its metadata, and the same call may then
 * succeed.
 */
public final class NotLeaderOrFollowerException extends InvalidMetadataException {

    private static final long serialVersionUID = 1L;

    public NotLeaderOrFollowerException(String message) {
        super(message);
    }

    public NotLeaderOrFollowerException(String message, Throwable cause) {
        super(message, cause);
    }
}
