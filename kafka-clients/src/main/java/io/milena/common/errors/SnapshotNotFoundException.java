package io.milena.common.errors;

/** Error 98 of the protocol, SNAPSHOT_NOT_FOUND. */
public final class SnapshotNotFoundException extends ApiException {

    private static final long serialVersionUID = 1L;

    public SnapshotNotFoundException(String message) {
        super(message);
    }

    public SnapshotNotFoundException(String message, Throwable cause) {
        super(message, cause);
    }
}
