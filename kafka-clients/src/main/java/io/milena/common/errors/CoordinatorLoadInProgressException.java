package io.milena.common.errors;

/** Error 14 of the protocol, COORDINATOR_LOAD_IN_PROGRESS. The same call, made again later, may succeed. */
public final class CoordinatorLoadInProgressException extends RetriableException {

    private static final long serialVersionUID = 1L;

    public CoordinatorLoadInProgressException(String message) {
        super(message);
    }

    public CoordinatorLoadInProgressException(String message, Throwable cause) {
        super(message, cause);
    }
}
