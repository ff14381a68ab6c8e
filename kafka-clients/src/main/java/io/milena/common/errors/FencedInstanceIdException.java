package io.milena.common.errors;

/** Error 82 of the protocol, FENCED_INSTANCE_ID. */
public final class FencedInstanceIdException extends ApiException {

    private static final long serialVersionUID = 1L;

    public FencedInstanceIdException(String message) {
        super(message);
    }

    public FencedInstanceIdException(String message, Throwable cause) {
        super(message, cause);
    }
}
