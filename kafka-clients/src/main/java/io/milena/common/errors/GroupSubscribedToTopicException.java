package io.milena.common.errors;

/** Error 86 of the protocol, GROUP_SUBSCRIBED_TO_TOPIC. */
public final class GroupSubscribedToTopicException extends ApiException {

    private static final long serialVersionUID = 1L;

    public GroupSubscribedToTopicException(String message) {
        super(message);
    }

    public GroupSubscribedToTopicException(String message, Throwable cause) {
        super(message, cause);
    }
}
