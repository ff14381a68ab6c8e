package io.milena.common.errors;

/** Error 117 of the protocol, UNKNOWN_SUBSCRIPTION_ID. */
public final class UnknownSubscriptionIdException extends ApiException {

    private static final long serialVersionUID = 1L;

    public UnknownSubscriptionIdException(String message) {
        super(message);
    }

    public UnknownSubscriptionIdException(String message, Throwable cause) {
        super(message, cause);
    }
}
