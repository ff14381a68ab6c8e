package io.milena.admin;

import io.milena.common.KafkaFuture;
import io.milena.common.Uuid;
import io.milena.common.errors.ErrorCode;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What comes of {@link Admin#createTopics(java.util.Collection)}. Thread-safe. */
public final class CreateTopicsResult {

    private final Map<String, KafkaFuture<Created>> topics;

    CreateTopicsResult(Map<String, KafkaFuture<Created>> topics) {
        this.topics = topics;
    }

    /**
     * A topic as it was made.
     *
     * @param hidden why nothing but the id is told; NONE if all is
     */
    record Created(
            Uuid id,
            int partitions,
            int replicationFactor,
            @Nullable Config config,
            ErrorCode hidden) {

        Created shown() {
            if (hidden != ErrorCode.NONE) {
                throw hidden.exception("the broker does not tell how the topic was made");
            }
            return this;
        }
    }

    /** By name; fails for instance with {@link io.milena.common.errors.TopicExistsException}. */
    public Map<String, KafkaFuture<Void>> values() {
        Map<String, KafkaFuture<Void>> all = new LinkedHashMap<>();
        topics.forEach((name, topic) -> all.put(name, Futures.toVoid(topic)));
        return all;
    }

    /** Completes when all topics are created; fails if one is not. */
    public KafkaFuture<Void> all() {
        return Futures.all(topics.values());
    }

    /** All settings of a topic; fails if the caller must not see them, or the broker is too old to tell. */
    public KafkaFuture<Config> config(String topic) {
        return Futures.of(topics, topic)
                .thenApply(created -> Objects.requireNonNull(created.shown().config()));
    }

    /** The id that the topic was given. */
    public KafkaFuture<Uuid> topicId(String topic) {
        return Futures.of(topics, topic).thenApply(Created::id);
    }

    /** How many partitions the topic was given; fails as {@link #config} does. */
    public KafkaFuture<Integer> numPartitions(String topic) {
        return Futures.of(topics, topic).thenApply(created -> created.shown().partitions());
    }

    /** How many replicas each partition was given; fails as {@link #config} does. */
    public KafkaFuture<Integer> replicationFactor(String topic) {
        return Futures.of(topics, topic).thenApply(created -> created.shown().replicationFactor());
    }
}
