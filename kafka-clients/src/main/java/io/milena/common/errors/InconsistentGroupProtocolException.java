package io.milena.common.errors;

/** Error 23 of the protocol, INCONSISTENT_GROUP_PROTOCOL. */
public final class InconsistentGroupProtocolException extends ApiException {

    private static final long serialVersionUID = 1L;

    public InconsistentGroupProtocolException(String message) {
        super(message);
    }

    public InconsistentGroupProtocolException(String message, Throwable cause) {
        super(message, cause);
    }
}
