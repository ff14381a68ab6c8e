package io.milena.common.errors;

/** Error 93 of the protocol, UNACCEPTABLE_CREDENTIAL. */
public final class UnacceptableCredentialException extends ApiException {

    private static final long serialVersionUID = 1L;

    public UnacceptableCredentialException(String message) {
        super(message);
    }

    public UnacceptableCredentialException(String message, Throwable cause) {
        super(message, cause);
    }
}
