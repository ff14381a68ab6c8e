package io.milena.common.errors;

/** Error 35 of the protocol, UNSUPPORTED_VERSION. */
public final class UnsupportedVersionException extends ApiException {

    private static final long serialVersionUID = 1L;

    public UnsupportedVersionException(String message) {
        super(message);
    }

    public UnsupportedVersionException(String message, Throwable cause) {
        super(message, cause);
    }
}
