package io.milena.common.errors;

/** The record was given up because the transaction that it was sent in was aborted. No error of the protocol. */
public final class TransactionAbortedException extends ApiException {

    private static final long serialVersionUID = 1L;

    public TransactionAbortedException(String message) {
        super(message);
    }

    public TransactionAbortedException(String message, Throwable cause) {
        super(message, cause);
    }
}
