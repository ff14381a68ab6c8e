package io.milena.common.errors;

/** Error 122 of the protocol, SHARE_SESSION_NOT_FOUND. The same call, made again later, may succeed. */
public final class ShareSessionNotFoundException extends RetriableException {

    private static final long serialVersionUID = 1L;

    public ShareSessionNotFoundException(String message) {
        super(message);
    }

    public ShareSessionNotFoundException(String message, Throwable cause) {
        super(message, cause);
    }
}
