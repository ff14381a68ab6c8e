package io.milena.common.errors;

/**
 * Error 5 of the protocol, LEADER_NOT_AVAILABLE. The client refreshes its metadata, and the same call may then
 * succeed.
 */
public final class LeaderNotAvailableException extends InvalidMetadataException {

    private static final long serialVersionUID = 1L;

    public LeaderNotAvailableException(String message) {
        super(message);
    }

    public LeaderNotAvailableException(String message, Throwable cause) {
        super(message, cause);
    }
}
