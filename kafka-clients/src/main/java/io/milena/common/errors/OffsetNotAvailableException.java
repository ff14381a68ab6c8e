package io.milena.common.errors;

/** Error 78 of the protocol, OFFSET_NOT_AVAILABLE. The same call, made again later, may succeed. */
public final class OffsetNotAvailableException extends RetriableException {

    private static final long serialVersionUID = 1L;

    public OffsetNotAvailableException(String message) {
        super(message);
    }

    public OffsetNotAvailableException(String message, Throwable cause) {
        super(message, cause);
    }
}
