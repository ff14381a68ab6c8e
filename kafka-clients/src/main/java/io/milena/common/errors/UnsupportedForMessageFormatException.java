package io.milena.common.errors;

/** Error 43 of the protocol, UNSUPPORTED_FOR_MESSAGE_FORMAT. */
public final class UnsupportedForMessageFormatException extends ApiException {

    private static final long serialVersionUID = 1L;

    public UnsupportedForMessageFormatException(String message) {
        super(message);
    }

    public UnsupportedForMessageFormatException(String message, Throwable cause) {
        super(message, cause);
    }
}
