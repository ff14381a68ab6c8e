package io.milena.server.partition;

import io.milena.storage.LogConfig;

/** What the settings of topics are at this moment. Thread-safe. */
public interface TopicConfigs {

    /** Settings of {@code topic}: its own over those of the broker. Answered from memory; never fails. */
    LogConfig of(String topic);
}
