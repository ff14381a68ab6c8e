package io.milena.common.errors;

/** Error 81 of the protocol, GROUP_MAX_SIZE_REACHED. */
public final class GroupMaxSizeReachedException extends ApiException {

    private static final long serialVersionUID = 1L;

    public GroupMaxSizeReachedException(String message) {
        super(message);
    }

    public GroupMaxSizeReachedException(String message, Throwable cause) {
        super(message, cause);
    }
}
