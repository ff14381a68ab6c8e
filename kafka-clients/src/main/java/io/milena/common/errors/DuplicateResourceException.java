package io.milena.common.errors;

/** Error 92 of the protocol, DUPLICATE_RESOURCE. */
public final class DuplicateResourceException extends ApiException {

    private static final long serialVersionUID = 1L;

    public DuplicateResourceException(String message) {
        super(message);
    }

    public DuplicateResourceException(String message, Throwable cause) {
        super(message, cause);
    }
}
