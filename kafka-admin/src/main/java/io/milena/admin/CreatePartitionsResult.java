package io.milena.admin;

import io.milena.common.KafkaFuture;
import java.util.Map;

/** What comes of {@link Admin#createPartitions(Map)}. Thread-safe. */
public final class CreatePartitionsResult {

    private final Map<String, KafkaFuture<Void>> topics;

    CreatePartitionsResult(Map<String, KafkaFuture<Void>> topics) {
        this.topics = topics;
    }

    /** By name. */
    public Map<String, KafkaFuture<Void>> values() {
        return topics;
    }

    /** Completes when all topics have grown; fails if one has not. */
    public KafkaFuture<Void> all() {
        return Futures.all(topics.values());
    }
}
