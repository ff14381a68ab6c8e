package io.milena.server.controller;

import io.milena.common.Uuid;
import org.jspecify.annotations.Nullable;

/**
 * A topic that a client wants to delete, named in one of two ways. Immutable.
 *
 * @param name its name; null when the id names it
 * @param topicId its id; {@link Uuid#ZERO} when the name names it
 */
public record TopicToDelete(@Nullable String name, Uuid topicId) {

    public static TopicToDelete named(String name) {
        return new TopicToDelete(name, Uuid.ZERO);
    }

    public static TopicToDelete withId(Uuid topicId) {
        return new TopicToDelete(null, topicId);
    }
}
