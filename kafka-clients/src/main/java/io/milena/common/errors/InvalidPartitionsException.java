package io.milena.common.errors;

/** Error 37 of the protocol, INVALID_PARTITIONS. */
public final class InvalidPartitionsException extends ApiException {

    private static final long serialVersionUID = 1L;

    public InvalidPartitionsException(String message) {
        super(message);
    }

    public InvalidPartitionsException(String message, Throwable cause) {
        super(message, cause);
    }
}
