package io.milena.admin;

import io.milena.common.KafkaFuture;
import io.milena.common.Uuid;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What comes of {@link Admin#deleteTopics(io.milena.common.TopicCollection)}. Thread-safe. */
public final class DeleteTopicsResult {

    private final boolean isById;
    private final Map<Object, KafkaFuture<Void>> topics;

    DeleteTopicsResult(boolean isById, Map<Object, KafkaFuture<Void>> topics) {
        this.isById = isById;
        this.topics = topics;
    }

    /** By id; null if topics were given by name. */
    public @Nullable Map<Uuid, KafkaFuture<Void>> topicIdValues() {
        return isById ? by(Uuid.class) : null;
    }

    /** By name; null if topics were given by id. */
    public @Nullable Map<String, KafkaFuture<Void>> topicNameValues() {
        return isById ? null : by(String.class);
    }

    /** As {@link #topicNameValues}, its name of older releases. */
    public @Nullable Map<String, KafkaFuture<Void>> values() {
        return topicNameValues();
    }

    private <K> Map<K, KafkaFuture<Void>> by(Class<K> type) {
        Map<K, KafkaFuture<Void>> all = new LinkedHashMap<>();
        topics.forEach((key, future) -> all.put(type.cast(key), future));
        return all;
    }

    /** Completes when all topics are deleted; fails if one is not. */
    public KafkaFuture<Void> all() {
        return Futures.all(topics.values());
    }
}
