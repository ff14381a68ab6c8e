package io.milena.clients.consumer;

import io.milena.common.TopicPartition;
import io.milena.common.Uuid;
import io.milena.protocol.messages.FetchRequest;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Turns what is to be fetched into a request. */
final class FetchRequests {

    /** The first version that has formats with transactions. */
    static final int LOWEST = 4;

    /** From here on brokers answer at once and leave it to clients to rest for the throttle time (KIP-219). */
    static final int LOWEST_WITH_REST = 8;

    /** The last version that names topics. */
    static final int HIGHEST_BY_NAME = 12;

    static final int HIGHEST = 17;

    private static final int CONSUMER = -1;

    private FetchRequests() {}

    /** @param maxBytes most that the answer holds, but for a batch that is larger alone */
    static FetchRequest request(FetchSession.Plan plan, FetchSettings settings, int maxBytes) {
        return new FetchRequest()
                .replicaId(CONSUMER)
                .maxWaitMs(settings.maxWaitMs())
                .minBytes(settings.minBytes())
                .maxBytes(maxBytes)
                .isolationLevel(settings.isolation().code())
                .sessionId(plan.sessionId())
                .sessionEpoch(plan.sessionEpoch())
                .rackId(settings.rack())
                .topics(topics(plan, settings.partitionMaxBytes()))
                .forgottenTopicsData(forgotten(plan));
    }

    private static List<FetchRequest.FetchTopic> topics(FetchSession.Plan plan, int maxBytes) {
        Map<String, FetchRequest.FetchTopic> byName = new LinkedHashMap<>();
        for (Map.Entry<TopicPartition, FetchSession.Place> entry : plan.places().entrySet()) {
            FetchSession.Place place = entry.getValue();
            String name = entry.getKey().topic();
            FetchRequest.FetchTopic topic = byName.get(name);
            if (topic == null) {
                topic = new FetchRequest.FetchTopic()
                        .topic(name)
                        .topicId(place.topicId())
                        .partitions(new ArrayList<>());
                byName.put(name, topic);
            }
            topic.partitions()
                    .add(new FetchRequest.FetchPartition()
                            .partition(entry.getKey().partition())
                            .currentLeaderEpoch(place.leaderEpoch())
                            .fetchOffset(place.offset())
                            .partitionMaxBytes(maxBytes));
        }
        return new ArrayList<>(byName.values());
    }

    private static List<FetchRequest.ForgottenTopic> forgotten(FetchSession.Plan plan) {
        Map<Topic, FetchRequest.ForgottenTopic> byTopic = new LinkedHashMap<>();
        plan.forgotten()
                .forEach((partition, topicId) -> byTopic.computeIfAbsent(
                                new Topic(partition.topic(), topicId), FetchRequests::forgottenTopic)
                        .partitions()
                        .add(partition.partition()));
        return new ArrayList<>(byTopic.values());
    }

    private static FetchRequest.ForgottenTopic forgottenTopic(Topic topic) {
        return new FetchRequest.ForgottenTopic()
                .topic(topic.name())
                .topicId(topic.id())
                .partitions(new ArrayList<>());
    }

    /** A topic that may have been deleted and made again under the same name. */
    private record Topic(String name, Uuid id) {}
}
