package io.milena.common.errors;

/** Error 124 of the protocol, FENCED_STATE_EPOCH. */
public final class FencedStateEpochException extends ApiException {

    private static final long serialVersionUID = 1L;

    public FencedStateEpochException(String message) {
        super(message);
    }

    public FencedStateEpochException(String message, Throwable cause) {
        super(message, cause);
    }
}
