package io.milena.clients;

import io.milena.clients.ClusterView.Partition;
import io.milena.clients.ClusterView.Topic;
import io.milena.clients.MetadataState.MetadataFacts;
import io.milena.common.Node;
import io.milena.common.errors.ErrorCode;
import io.milena.protocol.messages.MetadataResponse;
import io.milena.protocol.messages.MetadataResponse.MetadataResponsePartition;
import io.milena.protocol.messages.MetadataResponse.MetadataResponseTopic;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Turns answers to Metadata requests into what the picture is made of. Stateless. */
final class MetadataAnswers {

    private MetadataAnswers() {}

    static MetadataFacts facts(MetadataResponse answer) {
        Map<Integer, Node> brokers = new LinkedHashMap<>();
        answer.brokers()
                .forEach(broker -> brokers.put(
                        broker.nodeId(), new Node(broker.nodeId(), broker.host(), broker.port(), broker.rack())));
        Map<String, Topic> topics = new LinkedHashMap<>();
        for (MetadataResponseTopic topic : answer.topics()) {
            String name = topic.name();
            if (name != null) {
                topics.put(name, topicOf(name, topic));
            }
        }
        return new MetadataFacts(answer.clusterId(), answer.controllerId(), brokers, topics);
    }

    private static Topic topicOf(String name, MetadataResponseTopic told) {
        ErrorCode error = ErrorCode.of(told.errorCode());
        List<Partition> partitions = told.partitions().stream()
                .sorted(Comparator.comparingInt(MetadataResponsePartition::partitionIndex))
                .map(MetadataAnswers::partitionOf)
                .toList();
        boolean isGood = error == ErrorCode.NONE && isWithoutGaps(partitions);
        ErrorCode shown = error == ErrorCode.NONE && !isGood ? ErrorCode.LEADER_NOT_AVAILABLE : error;
        return new Topic(name, told.topicId(), told.isInternal(), shown, isGood ? partitions : List.of());
    }

    /** A broker that is behind may not know of all partitions; those that it knows would have wrong places. */
    private static boolean isWithoutGaps(List<Partition> partitions) {
        for (int i = 0; i < partitions.size(); i++) {
            if (partitions.get(i).index() != i) {
                return false;
            }
        }
        return true;
    }

    private static Partition partitionOf(MetadataResponsePartition told) {
        return new Partition(
                told.partitionIndex(),
                told.leaderId(),
                told.leaderEpoch(),
                List.copyOf(told.replicaNodes()),
                List.copyOf(told.isrNodes()),
                List.copyOf(told.offlineReplicas()),
                ErrorCode.of(told.errorCode()));
    }
}
