package io.milena.common.errors;

/**
 * Error 13 of the protocol, NETWORK_EXCEPTION. The client refreshes its metadata, and the same call may then succeed.
 */
public final class NetworkException extends InvalidMetadataException {

    private static final long serialVersionUID = 1L;

    public NetworkException(String message) {
        super(message);
    }

    public NetworkException(String message, Throwable cause) {
        super(message, cause);
    }
}
