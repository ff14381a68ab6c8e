package io.milena.common.errors;

/** Error 28 of the protocol, INVALID_COMMIT_OFFSET_SIZE. */
public final class InvalidCommitOffsetSizeException extends ApiException {

    private static final long serialVersionUID = 1L;

    public InvalidCommitOffsetSizeException(String message) {
        super(message);
    }

    public InvalidCommitOffsetSizeException(String message, Throwable cause) {
        super(message, cause);
    }
}
