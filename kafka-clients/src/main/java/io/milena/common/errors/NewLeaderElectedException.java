package io.milena.common.errors;

/** Error 108 of the protocol, NEW_LEADER_ELECTED. */
public final class NewLeaderElectedException extends ApiException {

    private static final long serialVersionUID = 1L;

    public NewLeaderElectedException(String message) {
        super(message);
    }

    public NewLeaderElectedException(String message, Throwable cause) {
        super(message, cause);
    }
}
