package io.milena.common.errors;

/** Error 107 of the protocol, INELIGIBLE_REPLICA. */
public final class IneligibleReplicaException extends ApiException {

    private static final long serialVersionUID = 1L;

    public IneligibleReplicaException(String message) {
        super(message);
    }

    public IneligibleReplicaException(String message, Throwable cause) {
        super(message, cause);
    }
}
