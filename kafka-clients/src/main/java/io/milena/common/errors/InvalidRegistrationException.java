package io.milena.common.errors;

/** Error 119 of the protocol, INVALID_REGISTRATION. */
public final class InvalidRegistrationException extends ApiException {

    private static final long serialVersionUID = 1L;

    public InvalidRegistrationException(String message) {
        super(message);
    }

    public InvalidRegistrationException(String message, Throwable cause) {
        super(message, cause);
    }
}
