package io.milena.common.errors;

/** Error 55 of the protocol, OPERATION_NOT_ATTEMPTED. */
public final class OperationNotAttemptedException extends ApiException {

    private static final long serialVersionUID = 1L;

    public OperationNotAttemptedException(String message) {
        super(message);
    }

    public OperationNotAttemptedException(String message, Throwable cause) {
        super(message, cause);
    }
}
