package io.milena.server.controller;

import io.milena.common.Uuid;
import org.jspecify.annotations.Nullable;

/**
 * A topic that someone wants to be gone, named in one of two ways. Immutable.
 *
 * @param name its name; null when the id names it
 * @param topicId its id; {@link Uuid#ZERO} when the name names it
 */
public record DoomedTopic(@Nullable String name, Uuid topicId) {

    public static DoomedTopic named(String name) {
        return new DoomedTopic(name, Uuid.ZERO);
    }

    public static DoomedTopic withId(Uuid topicId) {
        return new DoomedTopic(null, topicId);
    }
}
