package io.milena.common.errors;

/** Error 48 of the protocol, INVALID_TXN_STATE. */
public final class InvalidTxnStateException extends ApiException {

    private static final long serialVersionUID = 1L;

    public InvalidTxnStateException(String message) {
        super(message);
    }

    public InvalidTxnStateException(String message, Throwable cause) {
        super(message, cause);
    }
}
