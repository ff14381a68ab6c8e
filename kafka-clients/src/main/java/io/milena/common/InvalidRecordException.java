package io.milena.common;

import io.milena.common.errors.ApiException;

/** Error 87 of the protocol, INVALID_RECORD. */
public final class InvalidRecordException extends ApiException {

    private static final long serialVersionUID = 1L;

    public InvalidRecordException(String message) {
        super(message);
    }

    public InvalidRecordException(String message, Throwable cause) {
        super(message, cause);
    }
}
