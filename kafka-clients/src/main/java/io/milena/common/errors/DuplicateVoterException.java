package io.milena.common.errors;

/** Error 126 of the protocol, DUPLICATE_VOTER. */
public final class DuplicateVoterException extends ApiException {

    private static final long serialVersionUID = 1L;

    public DuplicateVoterException(String message) {
        super(message);
    }

    public DuplicateVoterException(String message, Throwable cause) {
        super(message, cause);
    }
}
