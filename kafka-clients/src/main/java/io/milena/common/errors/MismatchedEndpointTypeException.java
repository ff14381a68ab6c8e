package io.milena.common.errors;

/** Error 114 of the protocol, MISMATCHED_ENDPOINT_TYPE. */
public final class MismatchedEndpointTypeException extends ApiException {

    private static final long serialVersionUID = 1L;

    public MismatchedEndpointTypeException(String message) {
        super(message);
    }

    public MismatchedEndpointTypeException(String message, Throwable cause) {
        super(message, cause);
    }
}
