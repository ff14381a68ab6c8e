package io.milena.common.errors;

/** Error 53 of the protocol, TRANSACTIONAL_ID_AUTHORIZATION_FAILED. */
public final class TransactionalIdAuthorizationException extends AuthorizationException {

    private static final long serialVersionUID = 1L;

    public TransactionalIdAuthorizationException(String message) {
        super(message);
    }

    public TransactionalIdAuthorizationException(String message, Throwable cause) {
        super(message, cause);
    }
}
