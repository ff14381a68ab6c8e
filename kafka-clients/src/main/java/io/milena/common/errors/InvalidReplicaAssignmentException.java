package io.milena.common.errors;

/** Error 39 of the protocol, INVALID_REPLICA_ASSIGNMENT. */
public final class InvalidReplicaAssignmentException extends ApiException {

    private static final long serialVersionUID = 1L;

    public InvalidReplicaAssignmentException(String message) {
        super(message);
    }

    public InvalidReplicaAssignmentException(String message, Throwable cause) {
        super(message, cause);
    }
}
