package io.milena.common.errors;

/** Error 88 of the protocol, UNSTABLE_OFFSET_COMMIT. The same call, made again later, may succeed. */
public final class UnstableOffsetCommitException extends RetriableException {

    private static final long serialVersionUID = 1L;

    public UnstableOffsetCommitException(String message) {
        super(message);
    }

    public UnstableOffsetCommitException(String message, Throwable cause) {
        super(message, cause);
    }
}
