package io.milena.common.errors;

/** Error 85 of the protocol, NO_REASSIGNMENT_IN_PROGRESS. */
public final class NoReassignmentInProgressException extends ApiException {

    private static final long serialVersionUID = 1L;

    public NoReassignmentInProgressException(String message) {
        super(message);
    }

    public NoReassignmentInProgressException(String message, Throwable cause) {
        super(message, cause);
    }
}
