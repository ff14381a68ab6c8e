package io.milena.common.errors;

/** Error 10 of the protocol, MESSAGE_TOO_LARGE. */
public final class RecordTooLargeException extends ApiException {

    private static final long serialVersionUID = 1L;

    public RecordTooLargeException(String message) {
        super(message);
    }

    public RecordTooLargeException(String message, Throwable cause) {
        super(message, cause);
    }
}
