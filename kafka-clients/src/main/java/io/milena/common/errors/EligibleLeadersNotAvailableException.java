package io.milena.common.errors;

/**
 * Error 83 of the protocol, ELIGIBLE_LEADERS_NOT_AVAILABLE. The client refreshes its metadata, and the same call may
 * then succeed.
 */
public final class EligibleLeadersNotAvailableException extends InvalidMetadataException {

    private static final long serialVersionUID = 1L;

    public EligibleLeadersNotAvailableException(String message) {
        super(message);
    }

    public EligibleLeadersNotAvailableException(String message, Throwable cause) {
        super(message, cause);
    }
}
