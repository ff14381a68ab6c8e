package io.milena.common.errors;

/** Error 65 of the protocol, DELEGATION_TOKEN_AUTHORIZATION_FAILED. */
public final class DelegationTokenAuthorizationException extends AuthorizationException {

    private static final long serialVersionUID = 1L;

    public DelegationTokenAuthorizationException(String message) {
        super(message);
    }

    public DelegationTokenAuthorizationException(String message, Throwable cause) {
        super(message, cause);
    }
}
