package io.milena.common.errors;

/** Error 54 of the protocol, SECURITY_DISABLED. */
public final class SecurityDisabledException extends ApiException {

    private static final long serialVersionUID = 1L;

    public SecurityDisabledException(String message) {
        super(message);
    }

    public SecurityDisabledException(String message, Throwable cause) {
        super(message, cause);
    }
}
