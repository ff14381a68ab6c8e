package io.milena.common.errors;

/** Error 30 of the protocol, GROUP_AUTHORIZATION_FAILED. */
public final class GroupAuthorizationException extends AuthorizationException {

    private static final long serialVersionUID = 1L;

    public GroupAuthorizationException(String message) {
        super(message);
    }

    public GroupAuthorizationException(String message, Throwable cause) {
        super(message, cause);
    }
}
