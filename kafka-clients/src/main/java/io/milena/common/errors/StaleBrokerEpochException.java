package io.milena.common.errors;

/** Error 77 of the protocol, STALE_BROKER_EPOCH. */
public final class StaleBrokerEpochException extends ApiException {

    private static final long serialVersionUID = 1L;

    public StaleBrokerEpochException(String message) {
        super(message);
    }

    public StaleBrokerEpochException(String message, Throwable cause) {
        super(message, cause);
    }
}
