package io.milena.common.errors;

/** Error 133 of the protocol, SHARE_SESSION_LIMIT_REACHED. The same call, made again later, may succeed. */
public final class ShareSessionLimitReachedException extends RetriableException {

    private static final long serialVersionUID = 1L;

    public ShareSessionLimitReachedException(String message) {
        super(message);
    }

    public ShareSessionLimitReachedException(String message, Throwable cause) {
        super(message, cause);
    }
}
