package io.milena.common.errors;

/** Error 109 of the protocol, OFFSET_MOVED_TO_TIERED_STORAGE. */
public final class OffsetMovedToTieredStorageException extends ApiException {

    private static final long serialVersionUID = 1L;

    public OffsetMovedToTieredStorageException(String message) {
        super(message);
    }

    public OffsetMovedToTieredStorageException(String message, Throwable cause) {
        super(message, cause);
    }
}
