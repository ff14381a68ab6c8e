package io.milena.common.errors;

/** Error 31 of the protocol, CLUSTER_AUTHORIZATION_FAILED. */
public final class ClusterAuthorizationException extends AuthorizationException {

    private static final long serialVersionUID = 1L;

    public ClusterAuthorizationException(String message) {
        super(message);
    }

    public ClusterAuthorizationException(String message, Throwable cause) {
        super(message, cause);
    }
}
