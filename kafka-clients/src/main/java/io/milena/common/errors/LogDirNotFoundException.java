package io.milena.common.errors;

/** Error 57 of the protocol, LOG_DIR_NOT_FOUND. */
public final class LogDirNotFoundException extends ApiException {

    private static final long serialVersionUID = 1L;

    public LogDirNotFoundException(String message) {
        super(message);
    }

    public LogDirNotFoundException(String message, Throwable cause) {
        super(message, cause);
    }
}
