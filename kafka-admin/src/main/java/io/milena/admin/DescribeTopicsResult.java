package io.milena.admin;

import io.milena.common.KafkaFuture;
import io.milena.common.Uuid;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What comes of {@link Admin#describeTopics(io.milena.common.TopicCollection)}. Thread-safe. */
public final class DescribeTopicsResult {

    private final boolean isById;
    private final Map<Object, KafkaFuture<TopicDescription>> topics;

    DescribeTopicsResult(boolean isById, Map<Object, KafkaFuture<TopicDescription>> topics) {
        this.isById = isById;
        this.topics = topics;
    }

    /** By id; null if topics were given by name. */
    public @Nullable Map<Uuid, KafkaFuture<TopicDescription>> topicIdValues() {
        return isById ? by(Uuid.class) : null;
    }

    /** By name; null if topics were given by id. */
    public @Nullable Map<String, KafkaFuture<TopicDescription>> topicNameValues() {
        return isById ? null : by(String.class);
    }

    /** As {@link #topicNameValues}, its name of older releases. */
    public @Nullable Map<String, KafkaFuture<TopicDescription>> values() {
        return topicNameValues();
    }

    /** All by name; fails if one could not be described. */
    public KafkaFuture<Map<String, TopicDescription>> allTopicNames() {
        return Futures.allByKey(by(String.class));
    }

    /** As {@link #allTopicNames}, its name of older releases. */
    public KafkaFuture<Map<String, TopicDescription>> all() {
        return allTopicNames();
    }

    /** All by id; fails if one could not be described. */
    public KafkaFuture<Map<Uuid, TopicDescription>> allTopicIds() {
        return Futures.allByKey(by(Uuid.class));
    }

    private <K> Map<K, KafkaFuture<TopicDescription>> by(Class<K> type) {
        Map<K, KafkaFuture<TopicDescription>> all = new LinkedHashMap<>();
        topics.forEach((key, future) -> all.put(type.cast(key), future));
        return all;
    }
}
