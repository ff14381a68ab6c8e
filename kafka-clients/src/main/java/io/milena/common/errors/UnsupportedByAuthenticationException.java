package io.milena.common.errors;

/** Error 64 of the protocol, DELEGATION_TOKEN_REQUEST_NOT_ALLOWED. */
public final class UnsupportedByAuthenticationException extends ApiException {

    private static final long serialVersionUID = 1L;

    public UnsupportedByAuthenticationException(String message) {
        super(message);
    }

    public UnsupportedByAuthenticationException(String message, Throwable cause) {
        super(message, cause);
    }
}
