package io.milena.common.errors;

/** Error 38 of the protocol, INVALID_REPLICATION_FACTOR. */
public final class InvalidReplicationFactorException extends ApiException {

    private static final long serialVersionUID = 1L;

    public InvalidReplicationFactorException(String message) {
        super(message);
    }

    public InvalidReplicationFactorException(String message, Throwable cause) {
        super(message, cause);
    }
}
