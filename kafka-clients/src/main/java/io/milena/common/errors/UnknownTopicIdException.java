package io.milena.common.errors;

/**
 * Error 100 of the protocol, UNKNOWN_TOPIC_ID. The client refreshes its metadata, and the same call may then succeed.
 */
public final class UnknownTopicIdException extends InvalidMetadataException {

    private static final long serialVersionUID = 1L;

    public UnknownTopicIdException(String message) {
        super(message);
    }

    public UnknownTopicIdException(String message, Throwable cause) {
        super(message, cause);
    }
}
