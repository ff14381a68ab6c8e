package io.milena.common.errors;

/** Error 94 of the protocol, INCONSISTENT_VOTER_SET. */
public final class InconsistentVoterSetException extends ApiException {

    private static final long serialVersionUID = 1L;

    public InconsistentVoterSetException(String message) {
        super(message);
    }

    public InconsistentVoterSetException(String message, Throwable cause) {
        super(message, cause);
    }
}
