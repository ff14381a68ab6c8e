package io.milena.common.errors;

/** Error 67 of the protocol, INVALID_PRINCIPAL_TYPE. */
public final class InvalidPrincipalTypeException extends ApiException {

    private static final long serialVersionUID = 1L;

    public InvalidPrincipalTypeException(String message) {
        super(message);
    }

    public InvalidPrincipalTypeException(String message, Throwable cause) {
        super(message, cause);
    }
}
