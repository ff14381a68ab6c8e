package io.milena.common.errors;

/** Error 63 of the protocol, DELEGATION_TOKEN_OWNER_MISMATCH. */
public final class DelegationTokenOwnerMismatchException extends ApiException {

    private static final long serialVersionUID = 1L;

    public DelegationTokenOwnerMismatchException(String message) {
        super(message);
    }

    public DelegationTokenOwnerMismatchException(String message, Throwable cause) {
        super(message, cause);
    }
}
