package io.milena.common.errors;

/** Error 69 of the protocol, GROUP_ID_NOT_FOUND. */
public final class GroupIdNotFoundException extends ApiException {

    private static final long serialVersionUID = 1L;

    public GroupIdNotFoundException(String message) {
        super(message);
    }

    public GroupIdNotFoundException(String message, Throwable cause) {
        super(message, cause);
    }
}
