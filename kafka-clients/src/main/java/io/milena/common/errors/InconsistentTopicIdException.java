package io.milena.common.errors;

/**
 * Error 103 of the protocol, INCONSISTENT_TOPIC_ID. The client refreshes its metadata, and the same call may then
 * succeed.
 */
public final class InconsistentTopicIdException extends InvalidMetadataException {

    private static final long serialVersionUID = 1L;

    public InconsistentTopicIdException(String message) {
        super(message);
    }

    public InconsistentTopicIdException(String message, Throwable cause) {
        super(message, cause);
    }
}
