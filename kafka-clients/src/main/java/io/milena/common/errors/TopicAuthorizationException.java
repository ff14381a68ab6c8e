package io.milena.common.errors;

import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;

/** Error 29 of the protocol, TOPIC_AUTHORIZATION_FAILED. */
public final class TopicAuthorizationException extends AuthorizationException {

    private static final long serialVersionUID = 1L;

    private final TreeSet<String> topics;

    public TopicAuthorizationException(String message, Set<String> unauthorizedTopics) {
        super(message);
        topics = new TreeSet<>(unauthorizedTopics);
    }

    public TopicAuthorizationException(Set<String> unauthorizedTopics) {
        this("not authorized for topics " + unauthorizedTopics, unauthorizedTopics);
    }

    public TopicAuthorizationException(String message) {
        this(message, Set.of());
    }

    public TopicAuthorizationException(String message, Throwable cause) {
        super(message, cause);
        topics = new TreeSet<>();
    }

    /** Those topics, as far as they are known. */
    public Set<String> unauthorizedTopics() {
        return Collections.unmodifiableSet(topics);
    }
}
