package io.milena.common.errors;

/**
 * Error 3 of the protocol, UNKNOWN_TOPIC_OR_PARTITION. The client refreshes its metadata, and the same call may then
 * succeed.
 */
public final class UnknownTopicOrPartitionException extends InvalidMetadataException {

    private static final long serialVersionUID = 1L;

    public UnknownTopicOrPartitionException(String message) {
        super(message);
    }

    public UnknownTopicOrPartitionException(String message, Throwable cause) {
        super(message, cause);
    }
}
