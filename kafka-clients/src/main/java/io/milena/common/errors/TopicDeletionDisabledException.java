package io.milena.common.errors;

/** Error 73 of the protocol, TOPIC_DELETION_DISABLED. */
public final class TopicDeletionDisabledException extends ApiException {

    private static final long serialVersionUID = 1L;

    public TopicDeletionDisabledException(String message) {
        super(message);
    }

    public TopicDeletionDisabledException(String message, Throwable cause) {
        super(message, cause);
    }
}
