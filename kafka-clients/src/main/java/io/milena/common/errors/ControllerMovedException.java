package io.milena.common.errors;

/** Error 11 of the protocol, STALE_CONTROLLER_EPOCH. */
public final class ControllerMovedException extends ApiException {

    private static final long serialVersionUID = 1L;

    public ControllerMovedException(String message) {
        super(message);
    }

    public ControllerMovedException(String message, Throwable cause) {
        super(message, cause);
    }
}
