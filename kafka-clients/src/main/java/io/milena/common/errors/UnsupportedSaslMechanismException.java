package io.milena.common.errors;

/** Error 33 of the protocol, UNSUPPORTED_SASL_MECHANISM. */
public final class UnsupportedSaslMechanismException extends AuthenticationException {

    private static final long serialVersionUID = 1L;

    public UnsupportedSaslMechanismException(String message) {
        super(message);
    }

    public UnsupportedSaslMechanismException(String message, Throwable cause) {
        super(message, cause);
    }
}
