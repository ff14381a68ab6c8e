package io.milena.common.errors;

/** Error 24 of the protocol, INVALID_GROUP_ID. */
public final class InvalidGroupIdException extends ApiException {

    private static final long serialVersionUID = 1L;

    public InvalidGroupIdException(String message) {
        super(message);
    }

    public InvalidGroupIdException(String message, Throwable cause) {
        super(message, cause);
    }
}
