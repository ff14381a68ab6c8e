package io.milena.common.errors;

/** Error 44 of the protocol, POLICY_VIOLATION. */
public final class PolicyViolationException extends ApiException {

    private static final long serialVersionUID = 1L;

    public PolicyViolationException(String message) {
        super(message);
    }

    public PolicyViolationException(String message, Throwable cause) {
        super(message, cause);
    }
}
