package io.milena.common.errors;

/** Error 104 of the protocol, INCONSISTENT_CLUSTER_ID. */
public final class InconsistentClusterIdException extends ApiException {

    private static final long serialVersionUID = 1L;

    public InconsistentClusterIdException(String message) {
        super(message);
    }

    public InconsistentClusterIdException(String message, Throwable cause) {
        super(message, cause);
    }
}
