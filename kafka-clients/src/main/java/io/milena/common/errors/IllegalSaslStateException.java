package io.milena.common.errors;

/** Error 34 of the protocol, ILLEGAL_SASL_STATE. */
public final class IllegalSaslStateException extends AuthenticationException {

    private static final long serialVersionUID = 1L;

    public IllegalSaslStateException(String message) {
        super(message);
    }

    public IllegalSaslStateException(String message, Throwable cause) {
        super(message, cause);
    }
}
