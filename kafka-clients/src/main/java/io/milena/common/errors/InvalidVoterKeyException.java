package io.milena.common.errors;

/** Error 125 of the protocol, INVALID_VOTER_KEY. */
public final class InvalidVoterKeyException extends ApiException {

    private static final long serialVersionUID = 1L;

    public InvalidVoterKeyException(String message) {
        super(message);
    }

    public InvalidVoterKeyException(String message, Throwable cause) {
        super(message, cause);
    }
}
