package io.milena.common.errors;

/** Error 41 of the protocol, NOT_CONTROLLER. The same call, made again later, may succeed. */
public final class NotControllerException extends RetriableException {

    private static final long serialVersionUID = 1L;

    public NotControllerException(String message) {
        super(message);
    }

    public NotControllerException(String message, Throwable cause) {
        super(message, cause);
    }
}
