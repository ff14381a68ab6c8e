package io.milena.common.errors;

/** Error 8 of the protocol, BROKER_NOT_AVAILABLE. */
public final class BrokerNotAvailableException extends ApiException {

    private static final long serialVersionUID = 1L;

    public BrokerNotAvailableException(String message) {
        super(message);
    }

    public BrokerNotAvailableException(String message, Throwable cause) {
        super(message, cause);
    }
}
