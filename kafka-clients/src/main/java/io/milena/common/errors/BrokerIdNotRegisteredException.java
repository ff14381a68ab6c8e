package io.milena.common.errors;

/** Error 102 of the protocol, BROKER_ID_NOT_REGISTERED. */
public final class BrokerIdNotRegisteredException extends ApiException {

    private static final long serialVersionUID = 1L;

    public BrokerIdNotRegisteredException(String message) {
        super(message);
    }

    public BrokerIdNotRegisteredException(String message, Throwable cause) {
        super(message, cause);
    }
}
