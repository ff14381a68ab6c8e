package io.milena.common.errors;

/** Error 121 of the protocol, INVALID_RECORD_STATE. */
public final class InvalidRecordStateException extends ApiException {

    private static final long serialVersionUID = 1L;

    public InvalidRecordStateException(String message) {
        super(message);
    }

    public InvalidRecordStateException(String message, Throwable cause) {
        super(message, cause);
    }
}
