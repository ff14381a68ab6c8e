package io.milena.common.errors;

/** Error 46 of the protocol, DUPLICATE_SEQUENCE_NUMBER. */
public final class DuplicateSequenceException extends ApiException {

    private static final long serialVersionUID = 1L;

    public DuplicateSequenceException(String message) {
        super(message);
    }

    public DuplicateSequenceException(String message, Throwable cause) {
        super(message, cause);
    }
}
