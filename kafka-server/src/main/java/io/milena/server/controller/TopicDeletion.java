package io.milena.server.controller;

import io.milena.common.Uuid;
import io.milena.common.errors.ErrorCode;
import io.milena.server.metadata.PartitionImage;
import io.milena.server.metadata.TopicImage;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Whether a topic may go, and what its end looks like: no leader any more, every replica told to delete its log, and
 * only when all have, the topic is forgotten. Pure; immutable.
 */
record TopicDeletion(ClusterState state, ControllerConfig config) {

    /** The topic that is to go as everyone knew it, or why it stays. */
    Decided decide(TopicToDelete request) {
        if (config.deletion() == ControllerConfig.Deletion.DISABLED) {
            return Decided.refused(ErrorCode.TOPIC_DELETION_DISABLED, "Topic deletion is disabled.");
        }
        String name = request.name();
        if (name != null && !request.topicId().equals(Uuid.ZERO)) {
            return Decided.refused(
                    ErrorCode.INVALID_REQUEST, "You may not specify both topic name and topic id for a topic.");
        }
        if (name == null) {
            return byId(request.topicId());
        }
        TopicImage topic = state.topic(name);
        return topic != null
                ? new Decided.Planned(topic)
                : Decided.refused(
                        ErrorCode.UNKNOWN_TOPIC_OR_PARTITION, "This server does not host this topic-partition.");
    }

    private Decided byId(Uuid topicId) {
        TopicImage topic = state.image().topic(topicId);
        return topic != null
                ? new Decided.Planned(topic)
                : Decided.refused(ErrorCode.UNKNOWN_TOPIC_ID, "This server does not host this topic ID.");
    }

    /** The topic without leaders. Its last in-sync replicas stay on record. */
    static TopicImage retired(TopicImage topic) {
        List<PartitionImage> partitions = new ArrayList<>(topic.partitions().size());
        for (PartitionImage partition : topic.partitions()) {
            partitions.add(partition.withLeader(PartitionImage.NO_LEADER, partition.isr()));
        }
        return new TopicImage(topic.name(), topic.topicId(), partitions);
    }

    /** What each broker holds of the topic, dead brokers too. */
    static SortedMap<Integer, List<PartitionImage>> holdings(TopicImage topic) {
        SortedMap<Integer, List<PartitionImage>> holdings = new TreeMap<>();
        for (PartitionImage partition : topic.partitions()) {
            SortedSet<Integer> holders = new TreeSet<>(partition.replicas());
            for (int broker : holders) {
                holdings.computeIfAbsent(broker, any -> new ArrayList<>()).add(partition);
            }
        }
        return holdings;
    }
}
