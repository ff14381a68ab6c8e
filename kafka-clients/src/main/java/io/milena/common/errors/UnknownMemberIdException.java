package io.milena.common.errors;

/** Error 25 of the protocol, UNKNOWN_MEMBER_ID. */
public final class UnknownMemberIdException extends ApiException {

    private static final long serialVersionUID = 1L;

    public UnknownMemberIdException(String message) {
        super(message);
    }

    public UnknownMemberIdException(String message, Throwable cause) {
        super(message, cause);
    }
}
