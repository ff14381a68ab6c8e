package io.milena.server.coordinator;

import io.milena.common.errors.ErrorCode;
import java.util.function.BiConsumer;

/** Makes topics. Thread-safe; implemented by whoever has a way to the controller. */
@FunctionalInterface
public interface TopicMaker {

    /**
     * Creates {@code topic}; does not block.
     *
     * @param whenDone told on any thread, with what there is to say in words: NONE once the topic is led and shows in
     *     the cluster image, also if it was there before
     */
    void make(CoordinatorTopic topic, BiConsumer<ErrorCode, String> whenDone);
}
