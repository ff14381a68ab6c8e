package io.milena.common.errors;

/** Error 2 of the protocol, CORRUPT_MESSAGE. The same call, made again later, may succeed. */
public final class CorruptRecordException extends RetriableException {

    private static final long serialVersionUID = 1L;

    public CorruptRecordException(String message) {
        super(message);
    }

    public CorruptRecordException(String message, Throwable cause) {
        super(message, cause);
    }
}
