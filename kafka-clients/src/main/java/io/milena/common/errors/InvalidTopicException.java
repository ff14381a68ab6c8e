package io.milena.common.errors;

/** Error 17 of the protocol, INVALID_TOPIC_EXCEPTION. */
public final class InvalidTopicException extends ApiException {

    private static final long serialVersionUID = 1L;

    public InvalidTopicException(String message) {
        super(message);
    }

    public InvalidTopicException(String message, Throwable cause) {
        super(message, cause);
    }
}
