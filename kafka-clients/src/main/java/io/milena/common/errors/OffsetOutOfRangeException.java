package io.milena.common.errors;

/** Error 1 of the protocol, OFFSET_OUT_OF_RANGE. */
public final class OffsetOutOfRangeException extends InvalidOffsetException {

    private static final long serialVersionUID = 1L;

    public OffsetOutOfRangeException(String message) {
        super(message);
    }

    public OffsetOutOfRangeException(String message, Throwable cause) {
        super(message, cause);
    }
}
