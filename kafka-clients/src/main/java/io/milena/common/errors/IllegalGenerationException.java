package io.milena.common.errors;

/** Error 22 of the protocol, ILLEGAL_GENERATION. */
public final class IllegalGenerationException extends ApiException {

    private static final long serialVersionUID = 1L;

    public IllegalGenerationException(String message) {
        super(message);
    }

    public IllegalGenerationException(String message, Throwable cause) {
        super(message, cause);
    }
}
