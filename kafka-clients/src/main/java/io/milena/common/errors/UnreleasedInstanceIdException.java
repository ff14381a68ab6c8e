package io.milena.common.errors;

/** Error 111 of the protocol, UNRELEASED_INSTANCE_ID. */
public final class UnreleasedInstanceIdException extends ApiException {

    private static final long serialVersionUID = 1L;

    public UnreleasedInstanceIdException(String message) {
        super(message);
    }

    public UnreleasedInstanceIdException(String message, Throwable cause) {
        super(message, cause);
    }
}
