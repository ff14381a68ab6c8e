package io.milena.common.errors;

/**
 * Error 72 of the protocol, LISTENER_NOT_FOUND. The client refreshes its metadata, and the same call may then
 * succeed.
 */
public final class ListenerNotFoundException extends InvalidMetadataException {

    private static final long serialVersionUID = 1L;

    public ListenerNotFoundException(String message) {
        super(message);
    }

    public ListenerNotFoundException(String message, Throwable cause) {
        super(message, cause);
    }
}
