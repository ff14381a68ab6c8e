package io.milena.common.errors;

/** Error 101 of the protocol, DUPLICATE_BROKER_REGISTRATION. */
public final class DuplicateBrokerRegistrationException extends ApiException {

    private static final long serialVersionUID = 1L;

    public DuplicateBrokerRegistrationException(String message) {
        super(message);
    }

    public DuplicateBrokerRegistrationException(String message, Throwable cause) {
        super(message, cause);
    }
}
