package io.milena.common.errors;

/** Error 52 of the protocol, TRANSACTION_COORDINATOR_FENCED. */
public final class TransactionCoordinatorFencedException extends ApiException {

    private static final long serialVersionUID = 1L;

    public TransactionCoordinatorFencedException(String message) {
        super(message);
    }

    public TransactionCoordinatorFencedException(String message, Throwable cause) {
        super(message, cause);
    }
}
