package io.milena.common.errors;

/** Error 66 of the protocol, DELEGATION_TOKEN_EXPIRED. */
public final class DelegationTokenExpiredException extends ApiException {

    private static final long serialVersionUID = 1L;

    public DelegationTokenExpiredException(String message) {
        super(message);
    }

    public DelegationTokenExpiredException(String message, Throwable cause) {
        super(message, cause);
    }
}
