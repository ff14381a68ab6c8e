package io.milena.clients.consumer;

import io.milena.common.KafkaException;
import io.milena.common.Node;
import io.milena.common.TopicPartition;
import io.milena.common.errors.DisconnectException;
import io.milena.common.errors.ErrorCode;
import io.milena.common.errors.RetriableException;
import io.milena.common.errors.TimeoutException;
import io.milena.protocol.ApiKey;
import io.milena.protocol.messages.OffsetFetchRequest;
import io.milena.protocol.messages.OffsetFetchResponse;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Asks a coordinator for committed offsets: the request and what the answer means. On the event loop. */
final class OffsetFetching {

    private static final int LOWEST = 1;
    private static final int LOWEST_STABLE = 7;
    private static final int LOWEST_WITH_GROUPS = 8;
    private static final int HIGHEST = 9;

    private final GroupSettings settings;
    private final CoordinatorLink link;
    private final Asking asking;

    OffsetFetching(GroupSettings settings, CoordinatorLink link, Asking asking) {
        this.settings = settings;
        this.link = link;
        this.asking = asking;
    }

    /** Hears what is committed. */
    interface Hearing {

        /** Partitions for which nothing is committed are missing. */
        void found(Map<TopicPartition, OffsetAndMetadata> offsets);

        /**
         * @param mayPass whether asking again may help
         */
        void notFound(KafkaException cause, boolean mayPass);
    }

    void fetch(Node coordinator, Set<TopicPartition> partitions, Hearing hearing) {
        Map<String, List<Integer>> byTopic = new LinkedHashMap<>();
        for (TopicPartition partition : partitions) {
            byTopic.computeIfAbsent(partition.topic(), topic -> new ArrayList<>())
                    .add(partition.partition());
        }
        asking.questions()
                .ask(
                        coordinator,
                        new Questions.Question(
                                ApiKey.OFFSET_FETCH,
                                LOWEST,
                                HIGHEST,
                                version -> request(version, byTopic),
                                asking.retrying().retries().requestNanos()),
                        new Heard(hearing));
    }

    private OffsetFetchRequest request(int version, Map<String, List<Integer>> byTopic) {
        var request = new OffsetFetchRequest().requireStable(version >= LOWEST_STABLE);
        String groupId = settings.requiredGroupId();
        if (version < LOWEST_WITH_GROUPS) {
            List<OffsetFetchRequest.OffsetFetchRequestTopic> topics = new ArrayList<>();
            byTopic.forEach((name, indexes) -> topics.add(
                    new OffsetFetchRequest.OffsetFetchRequestTopic().name(name).partitionIndexes(indexes)));
            return request.groupId(groupId).topics(topics);
        }
        List<OffsetFetchRequest.OffsetFetchRequestTopics> topics = new ArrayList<>();
        byTopic.forEach((name, indexes) -> topics.add(
                new OffsetFetchRequest.OffsetFetchRequestTopics().name(name).partitionIndexes(indexes)));
        return request.groups(List.of(new OffsetFetchRequest.OffsetFetchRequestGroup()
                .groupId(groupId)
                .topics(topics)));
    }

    /** Reads the answer. */
    private final class Heard implements Questions.Handler<OffsetFetchResponse> {

        private final Hearing hearing;
        private final Map<TopicPartition, OffsetAndMetadata> found = new TreeMap<>();
        private @Nullable KafkaException error;
        private boolean mayPass;

        Heard(Hearing hearing) {
            this.hearing = hearing;
        }

        @Override
        public void answered(OffsetFetchResponse answer, short version) {
            group(ErrorCode.of(answer.errorCode()));
            for (OffsetFetchResponse.OffsetFetchResponseTopic topic : answer.topics()) {
                for (OffsetFetchResponse.OffsetFetchResponsePartition told : topic.partitions()) {
                    partition(
                            new TopicPartition(topic.name(), told.partitionIndex()),
                            ErrorCode.of(told.errorCode()),
                            offset(told.committedOffset(), told.committedLeaderEpoch(), told.metadata()));
                }
            }
            for (OffsetFetchResponse.OffsetFetchResponseGroup group : answer.groups()) {
                group(ErrorCode.of(group.errorCode()));
                group.topics().forEach(this::topic);
            }
            if (error == null) {
                hearing.found(found);
            } else {
                hearing.notFound(error, mayPass);
            }
        }

        private void topic(OffsetFetchResponse.OffsetFetchResponseTopics topic) {
            for (OffsetFetchResponse.OffsetFetchResponsePartitions told : topic.partitions()) {
                partition(
                        new TopicPartition(topic.name(), told.partitionIndex()),
                        ErrorCode.of(told.errorCode()),
                        offset(told.committedOffset(), told.committedLeaderEpoch(), told.metadata()));
            }
        }

        private static @Nullable OffsetAndMetadata offset(long offset, int epoch, @Nullable String metadata) {
            return offset < 0 ? null : new OffsetAndMetadata(offset, Positions.epoch(epoch), metadata);
        }

        private void group(ErrorCode code) {
            if (code == ErrorCode.NONE) {
                return;
            }
            boolean isElsewhere = code == ErrorCode.NOT_COORDINATOR || code == ErrorCode.COORDINATOR_NOT_AVAILABLE;
            if (isElsewhere) {
                link.lost(code.name());
            }
            mayPass = code.isRetriable();
            error = Refusal.ofGroup(
                    code, settings.groupId(), "the offsets of group " + settings.groupId() + " are not told: " + code);
        }

        private void partition(TopicPartition partition, ErrorCode code, @Nullable OffsetAndMetadata offset) {
            if (code == ErrorCode.NONE) {
                if (offset != null) {
                    found.put(partition, offset);
                }
                return;
            }
            mayPass = code == ErrorCode.UNSTABLE_OFFSET_COMMIT;
            error = code.exception("the offset committed for " + partition + " is not told: " + code);
        }

        @Override
        public void failed(KafkaException cause) {
            boolean isGone = cause instanceof DisconnectException || cause instanceof TimeoutException;
            if (isGone) {
                link.lost(String.valueOf(cause.getMessage()));
            }
            hearing.notFound(cause, isGone || cause instanceof RetriableException);
        }
    }
}
