package io.milena.common.errors;

/** Error 110 of the protocol, FENCED_MEMBER_EPOCH. */
public final class FencedMemberEpochException extends ApiException {

    private static final long serialVersionUID = 1L;

    public FencedMemberEpochException(String message) {
        super(message);
    }

    public FencedMemberEpochException(String message, Throwable cause) {
        super(message, cause);
    }
}
