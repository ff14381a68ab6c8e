package io.milena.common.errors;

/** Error 91 of the protocol, RESOURCE_NOT_FOUND. */
public final class ResourceNotFoundException extends ApiException {

    private static final long serialVersionUID = 1L;

    public ResourceNotFoundException(String message) {
        super(message);
    }

    public ResourceNotFoundException(String message, Throwable cause) {
        super(message, cause);
    }
}
