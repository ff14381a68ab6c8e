package io.milena.common.errors;

/**
 * Error 80 of the protocol, PREFERRED_LEADER_NOT_AVAILABLE. The client refreshes its metadata, and the same call may
 * then succeed.
 */
public final class PreferredLeaderNotAvailableException extends InvalidMetadataException {

    private static final long serialVersionUID = 1L;

    public PreferredLeaderNotAvailableException(String message) {
        super(message);
    }

    public PreferredLeaderNotAvailableException(String message, Throwable cause) {
        super(message, cause);
    }
}
