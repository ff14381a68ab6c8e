package io.milena.common.errors;

/** Error 36 of the protocol, TOPIC_ALREADY_EXISTS. */
public final class TopicExistsException extends ApiException {

    private static final long serialVersionUID = 1L;

    public TopicExistsException(String message) {
        super(message);
    }

    public TopicExistsException(String message, Throwable cause) {
        super(message, cause);
    }
}
