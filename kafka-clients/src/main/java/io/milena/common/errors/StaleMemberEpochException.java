package io.milena.common.errors;

/** Error 113 of the protocol, STALE_MEMBER_EPOCH. */
public final class StaleMemberEpochException extends ApiException {

    private static final long serialVersionUID = 1L;

    public StaleMemberEpochException(String message) {
        super(message);
    }

    public StaleMemberEpochException(String message, Throwable cause) {
        super(message, cause);
    }
}
