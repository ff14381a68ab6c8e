package io.milena.common.errors;

/** Error 60 of the protocol, REASSIGNMENT_IN_PROGRESS. */
public final class ReassignmentInProgressException extends ApiException {

    private static final long serialVersionUID = 1L;

    public ReassignmentInProgressException(String message) {
        super(message);
    }

    public ReassignmentInProgressException(String message, Throwable cause) {
        super(message, cause);
    }
}
