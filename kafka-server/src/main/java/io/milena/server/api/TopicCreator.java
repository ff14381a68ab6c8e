package io.milena.server.api;

import io.milena.common.errors.ErrorCode;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** Makes topics that clients name before anyone created them, with the broker's defaults. Thread-safe. */
interface TopicCreator {

    /**
     * Creates the topics and tells the outcome of each, once those that were created are led and show in the cluster
     * image; does not block.
     */
    void create(Set<String> topics, Consumer<Map<String, ErrorCode>> onDone);
}
