package io.milena.common.errors;

import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;

/** Error 17 of the protocol, INVALID_TOPIC_EXCEPTION. */
public final class InvalidTopicException extends ApiException {

    private static final long serialVersionUID = 1L;

    private final TreeSet<String> topics;

    public InvalidTopicException(String message, Set<String> invalidTopics) {
        super(message);
        topics = new TreeSet<>(invalidTopics);
    }

    public InvalidTopicException(Set<String> invalidTopics) {
        this("topics of invalid names: " + invalidTopics, invalidTopics);
    }

    public InvalidTopicException(String message) {
        this(message, Set.of());
    }

    public InvalidTopicException(String message, Throwable cause) {
        super(message, cause);
        topics = new TreeSet<>();
    }

    /** Those topics, as far as they are known. */
    public Set<String> invalidTopics() {
        return Collections.unmodifiableSet(topics);
    }
}
