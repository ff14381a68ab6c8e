package io.milena.common.errors;

/** Error 29 of the protocol, TOPIC_AUTHORIZATION_FAILED. */
public final class TopicAuthorizationException extends AuthorizationException {

    private static final long serialVersionUID = 1L;

    public TopicAuthorizationException(String message) {
        super(message);
    }

    public TopicAuthorizationException(String message, Throwable cause) {
        super(message, cause);
    }
}
