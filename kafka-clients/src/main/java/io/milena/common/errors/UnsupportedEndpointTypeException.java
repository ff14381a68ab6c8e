package io.milena.common.errors;

/** Error 115 of the protocol, UNSUPPORTED_ENDPOINT_TYPE. */
public final class UnsupportedEndpointTypeException extends ApiException {

    private static final long serialVersionUID = 1L;

    public UnsupportedEndpointTypeException(String message) {
        super(message);
    }

    public UnsupportedEndpointTypeException(String message, Throwable cause) {
        super(message, cause);
    }
}
