package io.milena.common.errors;

/** Error 129 of the protocol, REBOOTSTRAP_REQUIRED. */
public final class RebootstrapRequiredException extends ApiException {

    private static final long serialVersionUID = 1L;

    public RebootstrapRequiredException(String message) {
        super(message);
    }

    public RebootstrapRequiredException(String message, Throwable cause) {
        super(message, cause);
    }
}
