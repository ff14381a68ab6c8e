package io.milena.common.errors;

/** Error 16 of the protocol, NOT_COORDINATOR. The same call, made again later, may succeed. */
public final class NotCoordinatorException extends RetriableException {

    private static final long serialVersionUID = 1L;

    public NotCoordinatorException(String message) {
        super(message);
    }

    public NotCoordinatorException(String message, Throwable cause) {
        super(message, cause);
    }
}
