package io.milena.common.errors;

/** Error 127 of the protocol, VOTER_NOT_FOUND. */
public final class VoterNotFoundException extends ApiException {

    private static final long serialVersionUID = 1L;

    public VoterNotFoundException(String message) {
        super(message);
    }

    public VoterNotFoundException(String message, Throwable cause) {
        super(message, cause);
    }
}
