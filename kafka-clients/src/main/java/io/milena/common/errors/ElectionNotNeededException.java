package io.milena.common.errors;

/**
 * Error 84 of the protocol, ELECTION_NOT_NEEDED. The client refreshes its metadata, and the same call may then
 * succeed.
 */
public final class ElectionNotNeededException extends InvalidMetadataException {

    private static final long serialVersionUID = 1L;

    public ElectionNotNeededException(String message) {
        super(message);
    }

    public ElectionNotNeededException(String message, Throwable cause) {
        super(message, cause);
    }
}
