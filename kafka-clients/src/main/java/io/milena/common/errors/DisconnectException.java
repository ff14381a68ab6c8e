package io.milena.common.errors;

/** The connection ended before the answer came: what the broker did with the request is not known. */
public final class DisconnectException extends RetriableException {

    private static final long serialVersionUID = 1L;

    public DisconnectException(String message) {
        super(message);
    }

    public DisconnectException(String message, Throwable cause) {
        super(message, cause);
    }
}
