package io.milena.common.errors;

/** Error 134 of the protocol, GROUP_DELETION_FAILED. */
public final class GroupDeletionFailedException extends ApiException {

    private static final long serialVersionUID = 1L;

    public GroupDeletionFailedException(String message) {
        super(message);
    }

    public GroupDeletionFailedException(String message, Throwable cause) {
        super(message, cause);
    }
}
