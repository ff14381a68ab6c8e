package io.milena.common.errors;

/** Error 120 of the protocol, TRANSACTION_ABORTABLE. */
public final class TransactionAbortableException extends ApiException {

    private static final long serialVersionUID = 1L;

    public TransactionAbortableException(String message) {
        super(message);
    }

    public TransactionAbortableException(String message, Throwable cause) {
        super(message, cause);
    }
}
