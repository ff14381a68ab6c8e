package io.milena.common.errors;

/** Error 62 of the protocol, DELEGATION_TOKEN_NOT_FOUND. */
public final class DelegationTokenNotFoundException extends ApiException {

    private static final long serialVersionUID = 1L;

    public DelegationTokenNotFoundException(String message) {
        super(message);
    }

    public DelegationTokenNotFoundException(String message, Throwable cause) {
        super(message, cause);
    }
}
