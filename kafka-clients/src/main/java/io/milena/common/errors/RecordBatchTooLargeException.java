package io.milena.common.errors;

/** Error 18 of the protocol, RECORD_LIST_TOO_LARGE. */
public final class RecordBatchTooLargeException extends ApiException {

    private static final long serialVersionUID = 1L;

    public RecordBatchTooLargeException(String message) {
        super(message);
    }

    public RecordBatchTooLargeException(String message, Throwable cause) {
        super(message, cause);
    }
}
