package io.milena.common.errors;

/** Error 116 of the protocol, UNKNOWN_CONTROLLER_ID. */
public final class UnknownControllerIdException extends ApiException {

    private static final long serialVersionUID = 1L;

    public UnknownControllerIdException(String message) {
        super(message);
    }

    public UnknownControllerIdException(String message, Throwable cause) {
        super(message, cause);
    }
}
