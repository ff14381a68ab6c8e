package io.milena.common.errors;

/** Error 61 of the protocol, DELEGATION_TOKEN_AUTH_DISABLED. */
public final class DelegationTokenDisabledException extends ApiException {

    private static final long serialVersionUID = 1L;

    public DelegationTokenDisabledException(String message) {
        super(message);
    }

    public DelegationTokenDisabledException(String message, Throwable cause) {
        super(message, cause);
    }
}
