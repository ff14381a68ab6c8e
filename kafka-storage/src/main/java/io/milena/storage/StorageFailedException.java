package io.milena.storage;

/**
 * The directory of a log is offline, so the log cannot do what it was asked. Thrown where no outcome value can say
 * so.
 */
public final class StorageFailedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public StorageFailedException(String message) {
        super(message);
    }
}
