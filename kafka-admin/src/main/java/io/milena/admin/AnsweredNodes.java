package io.milena.admin;

import io.milena.common.Node;
import io.milena.common.TopicPartitionInfo;
import io.milena.common.acl.AclOperation;
import io.milena.protocol.messages.MetadataResponse;
import io.milena.protocol.messages.MetadataResponse.MetadataResponseBroker;
import io.milena.protocol.messages.MetadataResponse.MetadataResponsePartition;
import io.milena.protocol.messages.MetadataResponse.MetadataResponseTopic;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The brokers that an answer to Metadata names, and its topics in their terms. Confined to one thread. */
final class AnsweredNodes {

    /** What stands for operations that were not asked for. */
    private static final int NOT_ASKED = Integer.MIN_VALUE;

    private static final int NO_PORT = -1;

    private final Map<Integer, Node> byId = new HashMap<>();

    AnsweredNodes(MetadataResponse answer) {
        for (MetadataResponseBroker broker : answer.brokers()) {
            byId.put(broker.nodeId(), new Node(broker.nodeId(), broker.host(), broker.port(), broker.rack()));
        }
    }

    TopicDescription describe(MetadataResponseTopic topic) {
        List<TopicPartitionInfo> partitions = topic.partitions().stream()
                .sorted(Comparator.comparingInt(MetadataResponsePartition::partitionIndex))
                .map(this::partition)
                .toList();
        return new TopicDescription(
                String.valueOf(topic.name()),
                topic.isInternal(),
                partitions,
                operations(topic.topicAuthorizedOperations()),
                topic.topicId());
    }

    private TopicPartitionInfo partition(MetadataResponsePartition partition) {
        return new TopicPartitionInfo(
                partition.partitionIndex(),
                byId.get(partition.leaderId()),
                nodes(partition.replicaNodes()),
                nodes(partition.isrNodes()));
    }

    /** One that is not alive is known by its id only. */
    private List<Node> nodes(List<Integer> ids) {
        return ids.stream()
                .map(id -> byId.getOrDefault(id, new Node(id, "", NO_PORT, null)))
                .toList();
    }

    /** A bit for each; null if they were not asked for. */
    static @Nullable Set<AclOperation> operations(int bits) {
        if (bits == NOT_ASKED) {
            return null;
        }
        Set<AclOperation> operations = EnumSet.noneOf(AclOperation.class);
        for (AclOperation operation : AclOperation.values()) {
            if ((bits >> operation.code() & 1) == 1) {
                operations.add(operation);
            }
        }
        return operations;
    }
}
