package io.milena.common.errors;

/** Error 68 of the protocol, NON_EMPTY_GROUP. */
public final class GroupNotEmptyException extends ApiException {

    private static final long serialVersionUID = 1L;

    public GroupNotEmptyException(String message) {
        super(message);
    }

    public GroupNotEmptyException(String message, Throwable cause) {
        super(message, cause);
    }
}
