package io.milena.common.errors;

/**
 * Error 56 of the protocol, KAFKA_STORAGE_ERROR. The client refreshes its metadata, and the same call may then
 * succeed.
 */
public final class KafkaStorageException extends InvalidMetadataException {

    private static final long serialVersionUID = 1L;

    public KafkaStorageException(String message) {
        super(message);
    }

    public KafkaStorageException(String message, Throwable cause) {
        super(message, cause);
    }
}
