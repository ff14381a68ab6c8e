package io.milena.server.partition;

import java.util.Map;

/** Where the settings of topics are kept. Thread-safe. */
public interface TopicConfigs {

    /** What {@code topic} sets differently from the broker, by key; empty if nothing. Answered from memory. */
    Map<String, String> overrides(String topic);
}
