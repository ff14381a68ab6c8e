package io.milena.common.errors;

/** Error 58 of the protocol, SASL_AUTHENTICATION_FAILED. */
public final class SaslAuthenticationException extends AuthenticationException {

    private static final long serialVersionUID = 1L;

    public SaslAuthenticationException(String message) {
        super(message);
    }

    public SaslAuthenticationException(String message, Throwable cause) {
        super(message, cause);
    }
}
