package io.milena.common.errors;

/** Error 49 of the protocol, INVALID_PRODUCER_ID_MAPPING. */
public final class InvalidPidMappingException extends ApiException {

    private static final long serialVersionUID = 1L;

    public InvalidPidMappingException(String message) {
        super(message);
    }

    public InvalidPidMappingException(String message, Throwable cause) {
        super(message, cause);
    }
}
