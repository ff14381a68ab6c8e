package io.milena.common.errors;

/** Error 112 of the protocol, UNSUPPORTED_ASSIGNOR. */
public final class UnsupportedAssignorException extends ApiException {

    private static final long serialVersionUID = 1L;

    public UnsupportedAssignorException(String message) {
        super(message);
    }

    public UnsupportedAssignorException(String message, Throwable cause) {
        super(message, cause);
    }
}
