package io.milena.common.errors;

/** An offset is asked for that the partition does not have, or there is none where one is needed. */
public class InvalidOffsetException extends ApiException {

    private static final long serialVersionUID = 1L;

    public InvalidOffsetException(String message) {
        super(message);
    }

    public InvalidOffsetException(String message, Throwable cause) {
        super(message, cause);
    }
}
