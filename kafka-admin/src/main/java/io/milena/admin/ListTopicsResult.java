package io.milena.admin;

import io.milena.common.KafkaFuture;
import java.util.Collection;
import java.util.Map;
import java.util.Set;

/** What comes of {@link Admin#listTopics()}. Thread-safe. */
public final class ListTopicsResult {

    private final KafkaFuture<Map<String, TopicListing>> topics;

    ListTopicsResult(KafkaFuture<Map<String, TopicListing>> topics) {
        this.topics = topics;
    }

    public KafkaFuture<Map<String, TopicListing>> namesToListings() {
        return topics;
    }

    public KafkaFuture<Collection<TopicListing>> listings() {
        return topics.thenApply(Map::values);
    }

    public KafkaFuture<Set<String>> names() {
        return topics.thenApply(Map::keySet);
    }
}
