package io.milena.common.errors;

/** Error 40 of the protocol, INVALID_CONFIG. */
public final class InvalidConfigurationException extends ApiException {

    private static final long serialVersionUID = 1L;

    public InvalidConfigurationException(String message) {
        super(message);
    }

    public InvalidConfigurationException(String message, Throwable cause) {
        super(message, cause);
    }
}
