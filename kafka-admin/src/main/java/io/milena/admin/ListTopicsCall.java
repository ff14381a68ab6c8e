package io.milena.admin;

import io.milena.common.KafkaFuture;
import io.milena.common.errors.ApiException;
import io.milena.protocol.ApiKey;
import io.milena.protocol.ApiMessage;
import io.milena.protocol.messages.MetadataRequest;
import io.milena.protocol.messages.MetadataResponse;
import io.milena.protocol.messages.MetadataResponse.MetadataResponseTopic;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Metadata (key 3) of every topic, of which names and ids are told. */
final class ListTopicsCall implements AdminCall<MetadataResponse> {

    private final CompletableFuture<Map<String, TopicListing>> topics = new CompletableFuture<>();
    private final ListTopicsOptions options;

    ListTopicsCall(ListTopicsOptions options) {
        this.options = options;
    }

    ListTopicsResult result() {
        return new ListTopicsResult(KafkaFuture.of(topics));
    }

    @Override
    public String name() {
        return "listTopics";
    }

    @Override
    public ApiKey api() {
        return ApiKey.METADATA;
    }

    @Override
    public Route route() {
        return Route.ANY;
    }

    @Override
    public ApiMessage request(short version, int timeoutMs) {
        return new MetadataRequest().topics(version == 0 ? List.of() : null);
    }

    @Override
    public Optional<ApiException> answered(MetadataResponse answer) {
        Map<String, TopicListing> listed = new LinkedHashMap<>();
        for (MetadataResponseTopic topic : answer.topics()) {
            String name = topic.name();
            if (name != null && (!topic.isInternal() || options.shouldListInternal())) {
                listed.put(name, new TopicListing(name, topic.topicId(), topic.isInternal()));
            }
        }
        topics.complete(listed);
        return Optional.empty();
    }

    @Override
    public void failed(RuntimeException cause) {
        topics.completeExceptionally(cause);
    }
}
