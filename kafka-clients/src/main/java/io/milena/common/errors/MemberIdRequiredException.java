package io.milena.common.errors;

/** Error 79 of the protocol, MEMBER_ID_REQUIRED. */
public final class MemberIdRequiredException extends ApiException {

    private static final long serialVersionUID = 1L;

    public MemberIdRequiredException(String message) {
        super(message);
    }

    public MemberIdRequiredException(String message, Throwable cause) {
        super(message, cause);
    }
}
