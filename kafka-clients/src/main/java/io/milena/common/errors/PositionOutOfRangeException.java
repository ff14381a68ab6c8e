package io.milena.common.errors;

/** Error 99 of the protocol, POSITION_OUT_OF_RANGE. */
public final class PositionOutOfRangeException extends ApiException {

    private static final long serialVersionUID = 1L;

    public PositionOutOfRangeException(String message) {
        super(message);
    }

    public PositionOutOfRangeException(String message, Throwable cause) {
        super(message, cause);
    }
}
