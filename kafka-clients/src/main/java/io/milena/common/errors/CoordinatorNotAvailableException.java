package io.milena.common.errors;

/** Error 15 of the protocol, COORDINATOR_NOT_AVAILABLE. The same call, made again later, may succeed. */
public final class CoordinatorNotAvailableException extends RetriableException {

    private static final long serialVersionUID = 1L;

    public CoordinatorNotAvailableException(String message) {
        super(message);
    }

    public CoordinatorNotAvailableException(String message, Throwable cause) {
        super(message, cause);
    }
}
