package io.milena.clients.consumer;

import io.milena.clients.ClusterMetadata;
import io.milena.clients.ClusterView;
import io.milena.clients.consumer.FetchSettings.Isolation;
import io.milena.common.KafkaException;
import io.milena.common.Node;
import io.milena.common.TopicPartition;
import io.milena.common.errors.ErrorCode;
import io.milena.common.errors.RetriableException;
import io.milena.protocol.ApiKey;
import io.milena.protocol.messages.ListOffsetsRequest;
import io.milena.protocol.messages.ListOffsetsResponse;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Asks leaders for offsets by time: the request, and what the answer means. On the event loop. */
final class OffsetListing {

    static final long LATEST = -1;
    static final long EARLIEST = -2;

    /** The answer to a time after that of the last record. */
    static final long NOT_FOUND = -1;

    private static final int CONSUMER = -1;
    private static final int LOWEST = 1;
    private static final int LOWEST_WITH_ISOLATION = 2;
    private static final int HIGHEST = 9;

    private final ClusterMetadata metadata;
    private final Isolation isolation;
    private final Asking asking;

    OffsetListing(ClusterMetadata metadata, Isolation isolation, Asking asking) {
        this.metadata = metadata;
        this.isolation = isolation;
        this.asking = asking;
    }

    /** What a leader said of one partition. */
    record Found(long offset, long timestamp, int leaderEpoch) {}

    /** Hears of each partition that was asked for, once. */
    interface Hearing {

        void found(TopicPartition partition, Found found);

        /**
         * @param mayPass whether asking again may help
         */
        void notFound(TopicPartition partition, KafkaException cause, boolean mayPass);
    }

    /** Asks all whose leaders are known; those of others are not found, which may pass. */
    void list(Map<TopicPartition, Long> times, Hearing hearing) {
        ClusterView view = metadata.view();
        Map<Node, Map<TopicPartition, Long>> byLeader = new LinkedHashMap<>();
        times.forEach((partition, time) -> {
            Node leader = view.leaderOf(partition);
            if (leader == null) {
                metadata.refresh();
                ClusterView.Topic topic = view.topic(partition.topic());
                ErrorCode error = topic == null ? ErrorCode.NONE : topic.error();
                boolean isForbidden = error == ErrorCode.TOPIC_AUTHORIZATION_FAILED;
                hearing.notFound(
                        partition,
                        Refusal.ofTopics(
                                isForbidden ? error : ErrorCode.LEADER_NOT_AVAILABLE,
                                Set.of(partition.topic()),
                                "the leader of " + partition + " is not known"),
                        !isForbidden);
            } else {
                byLeader.computeIfAbsent(leader, added -> new LinkedHashMap<>()).put(partition, time);
            }
        });
        byLeader.forEach((leader, asked) -> ask(view, leader, asked, hearing));
    }

    private void ask(ClusterView view, Node leader, Map<TopicPartition, Long> times, Hearing hearing) {
        asking.questions()
                .ask(
                        leader,
                        new Questions.Question(
                                ApiKey.LIST_OFFSETS,
                                isolation == Isolation.READ_COMMITTED ? LOWEST_WITH_ISOLATION : LOWEST,
                                HIGHEST,
                                version -> request(view, times),
                                asking.retrying().retries().requestNanos()),
                        new Heard(times, hearing));
    }

    private ListOffsetsRequest request(ClusterView view, Map<TopicPartition, Long> times) {
        Map<String, ListOffsetsRequest.ListOffsetsTopic> byName = new LinkedHashMap<>();
        times.forEach((partition, time) -> {
            ClusterView.Partition known = view.partition(partition);
            byName.computeIfAbsent(partition.topic(), OffsetListing::topic)
                    .partitions()
                    .add(new ListOffsetsRequest.ListOffsetsPartition()
                            .partitionIndex(partition.partition())
                            .currentLeaderEpoch(known == null ? ClusterView.NO_EPOCH : known.leaderEpoch())
                            .timestamp(time));
        });
        return new ListOffsetsRequest()
                .replicaId(CONSUMER)
                .isolationLevel(isolation.code())
                .topics(new ArrayList<>(byName.values()));
    }

    private static ListOffsetsRequest.ListOffsetsTopic topic(String name) {
        List<ListOffsetsRequest.ListOffsetsPartition> none = new ArrayList<>();
        return new ListOffsetsRequest.ListOffsetsTopic().name(name).partitions(none);
    }

    /** Reads the answer. */
    private final class Heard implements Questions.Handler<ListOffsetsResponse> {

        private final Map<TopicPartition, Long> open;
        private final Hearing hearing;

        Heard(Map<TopicPartition, Long> asked, Hearing hearing) {
            this.open = new LinkedHashMap<>(asked);
            this.hearing = hearing;
        }

        @Override
        public void answered(ListOffsetsResponse answer, short version) {
            for (ListOffsetsResponse.ListOffsetsTopicResponse topic : answer.topics()) {
                for (ListOffsetsResponse.ListOffsetsPartitionResponse told : topic.partitions()) {
                    var partition = new TopicPartition(topic.name(), told.partitionIndex());
                    if (open.remove(partition) != null) {
                        heard(partition, told);
                    }
                }
            }
            allNotFound(new KafkaException("the broker's answer says nothing of " + open.keySet()), true);
        }

        private void heard(TopicPartition partition, ListOffsetsResponse.ListOffsetsPartitionResponse told) {
            ErrorCode error = ErrorCode.of(told.errorCode());
            if (error == ErrorCode.NONE) {
                hearing.found(partition, new Found(told.offset(), told.timestamp(), told.leaderEpoch()));
                return;
            }
            if (error == ErrorCode.UNSUPPORTED_FOR_MESSAGE_FORMAT) {
                // Messages of format 0 have no times, so there is none at or after the one asked for.
                hearing.found(partition, new Found(NOT_FOUND, NOT_FOUND, AssignedPartition.NONE));
                return;
            }
            if (error.isRetriable()) {
                metadata.refresh();
            }
            hearing.notFound(
                    partition,
                    Refusal.ofTopics(
                            error, Set.of(partition.topic()), "offsets of " + partition + " are not told: " + error),
                    error.isRetriable());
        }

        @Override
        public void failed(KafkaException cause) {
            metadata.refresh();
            allNotFound(cause, cause instanceof RetriableException);
        }

        private void allNotFound(KafkaException cause, boolean mayPass) {
            for (TopicPartition partition : open.keySet()) {
                hearing.notFound(partition, cause, mayPass);
            }
        }
    }
}
