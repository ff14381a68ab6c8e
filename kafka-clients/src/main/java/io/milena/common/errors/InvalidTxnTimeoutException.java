package io.milena.common.errors;

/** Error 50 of the protocol, INVALID_TRANSACTION_TIMEOUT. */
public final class InvalidTxnTimeoutException extends ApiException {

    private static final long serialVersionUID = 1L;

    public InvalidTxnTimeoutException(String message) {
        super(message);
    }

    public InvalidTxnTimeoutException(String message, Throwable cause) {
        super(message, cause);
    }
}
