package io.milena.admin;

import io.milena.common.KafkaFuture;
import io.milena.common.TopicPartition;
import io.milena.common.errors.ApiException;
import io.milena.common.errors.ErrorCode;
import io.milena.common.errors.RetriableException;
import io.milena.protocol.ApiKey;
import io.milena.protocol.ApiMessage;
import io.milena.protocol.messages.ListPartitionReassignmentsRequest;
import io.milena.protocol.messages.ListPartitionReassignmentsRequest.ListPartitionReassignmentsTopics;
import io.milena.protocol.messages.ListPartitionReassignmentsResponse;
import io.milena.protocol.messages.ListPartitionReassignmentsResponse.OngoingPartitionReassignment;
import io.milena.protocol.messages.ListPartitionReassignmentsResponse.OngoingTopicReassignment;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** ListPartitionReassignments (key 46), asked of the controller. */
final class ListPartitionReassignmentsCall implements AdminCall<ListPartitionReassignmentsResponse> {

    private final CompletableFuture<Map<TopicPartition, PartitionReassignment>> moves = new CompletableFuture<>();
    private final @Nullable Set<TopicPartition> partitions;

    /** @param partitions those asked for; null for all that move */
    ListPartitionReassignmentsCall(@Nullable Set<TopicPartition> partitions) {
        this.partitions = partitions;
    }

    ListPartitionReassignmentsResult result() {
        return new ListPartitionReassignmentsResult(KafkaFuture.of(moves));
    }

    @Override
    public String name() {
        return "listPartitionReassignments";
    }

    @Override
    public ApiKey api() {
        return ApiKey.LIST_PARTITION_REASSIGNMENTS;
    }

    @Override
    public Route route() {
        return Route.CONTROLLER;
    }

    @Override
    public ApiMessage request(short version, int timeoutMs) {
        return new ListPartitionReassignmentsRequest()
                .timeoutMs(timeoutMs)
                .topics(partitions == null ? null : topics(partitions));
    }

    private static List<ListPartitionReassignmentsTopics> topics(Set<TopicPartition> partitions) {
        Map<String, List<Integer>> byTopic = new TreeMap<>();
        for (TopicPartition partition : partitions) {
            byTopic.computeIfAbsent(partition.topic(), any -> new ArrayList<>()).add(partition.partition());
        }
        List<ListPartitionReassignmentsTopics> topics = new ArrayList<>();
        byTopic.forEach((name, indexes) ->
                topics.add(new ListPartitionReassignmentsTopics().name(name).partitionIndexes(indexes)));
        return topics;
    }

    @Override
    public Optional<ApiException> answered(ListPartitionReassignmentsResponse answer) {
        ErrorCode error = ErrorCode.of(answer.errorCode());
        if (error == ErrorCode.NONE) {
            moves.complete(moves(answer));
            return Optional.empty();
        }
        ApiException cause = error.exception(answer.errorMessage());
        if (cause instanceof RetriableException) {
            return Optional.of(cause);
        }
        moves.completeExceptionally(cause);
        return Optional.empty();
    }

    private static Map<TopicPartition, PartitionReassignment> moves(ListPartitionReassignmentsResponse answer) {
        Map<TopicPartition, PartitionReassignment> moves = new LinkedHashMap<>();
        for (OngoingTopicReassignment topic : answer.topics()) {
            for (OngoingPartitionReassignment move : topic.partitions()) {
                moves.put(
                        new TopicPartition(topic.name(), move.partitionIndex()),
                        new PartitionReassignment(move.replicas(), move.addingReplicas(), move.removingReplicas()));
            }
        }
        return moves;
    }

    @Override
    public void failed(RuntimeException cause) {
        moves.completeExceptionally(cause);
    }
}
