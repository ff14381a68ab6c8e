package io.milena.common.errors;

/** Error 128 of the protocol, INVALID_REGULAR_EXPRESSION. */
public final class InvalidRegularExpression extends ApiException {

    private static final long serialVersionUID = 1L;

    public InvalidRegularExpression(String message) {
        super(message);
    }

    public InvalidRegularExpression(String message, Throwable cause) {
        super(message, cause);
    }
}
