package io.milena.common.errors;

/** Error 136 of the protocol, CONTROLLER_ID_NOT_REGISTERED. */
public final class ControllerIdNotRegisteredException extends ApiException {

    private static final long serialVersionUID = 1L;

    public ControllerIdNotRegisteredException(String message) {
        super(message);
    }

    public ControllerIdNotRegisteredException(String message, Throwable cause) {
        super(message, cause);
    }
}
