package io.milena.common.errors;

/** Error 95 of the protocol, INVALID_UPDATE_VERSION. */
public final class InvalidUpdateVersionException extends ApiException {

    private static final long serialVersionUID = 1L;

    public InvalidUpdateVersionException(String message) {
        super(message);
    }

    public InvalidUpdateVersionException(String message, Throwable cause) {
        super(message, cause);
    }
}
