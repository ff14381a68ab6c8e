package io.milena.common.errors;

/** Error 27 of the protocol, REBALANCE_IN_PROGRESS. */
public final class RebalanceInProgressException extends ApiException {

    private static final long serialVersionUID = 1L;

    public RebalanceInProgressException() {}

    public RebalanceInProgressException(Throwable cause) {
        super(cause);
    }

    public RebalanceInProgressException(String message) {
        super(message);
    }

    public RebalanceInProgressException(String message, Throwable cause) {
        super(message, cause);
    }
}
