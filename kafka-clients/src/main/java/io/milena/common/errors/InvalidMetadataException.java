package io.milena.common.errors;

/** What the client knew of the cluster was out of date: it asks anew, and the same call may then succeed. */
public class InvalidMetadataException extends RetriableException {

    private static final long serialVersionUID = 1L;

    public InvalidMetadataException(String message) {
        super(message);
    }

    public InvalidMetadataException(String message, Throwable cause) {
        super(message, cause);
    }
}
