package io.milena.server.api;

import io.milena.common.TopicNames;
import io.milena.common.Uuid;
import io.milena.common.errors.ErrorCode;
import io.milena.protocol.messages.MetadataResponse.MetadataResponsePartition;
import io.milena.protocol.messages.MetadataResponse.MetadataResponseTopic;
import io.milena.server.metadata.BrokerImage;
import io.milena.server.metadata.ClusterImage;
import io.milena.server.metadata.PartitionImage;
import io.milena.server.metadata.TopicImage;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What one Metadata answer says of its topics, from one image and for one listener. Pure.
 *
 * <p>A client of version 0 knows no offline replicas: a partition with one is an error to it. A leader without the
 * caller's listener cannot be reached by it: LISTENER_NOT_FOUND, or LEADER_NOT_AVAILABLE to clients that do not know
 * it.
 */
final class TopicMetadata {

    private static final short FIRST_WITH_UNAVAILABLE_REPLICAS = 1;
    private static final short FIRST_WITH_LISTENER_NOT_FOUND = 6;

    /** Outcomes of a creation after which the client does best to ask again. */
    private static final Set<ErrorCode> ON_ITS_WAY = EnumSet.of(
            ErrorCode.NONE, ErrorCode.TOPIC_ALREADY_EXISTS, ErrorCode.REQUEST_TIMED_OUT, ErrorCode.NOT_CONTROLLER);

    private final ClusterImage image;
    private final String listener;
    private final short version;
    private final int operations;

    TopicMetadata(ClusterImage image, String listener, short version, boolean asksForOperations) {
        this.image = image;
        this.listener = listener;
        this.version = version;
        this.operations = AuthorizedOperations.ofTopic(asksForOperations);
    }

    MetadataResponseTopic byId(Uuid topicId) {
        TopicImage topic = image.topic(topicId);
        return topic != null
                ? of(topic)
                : new MetadataResponseTopic()
                        .errorCode(ErrorCode.UNKNOWN_TOPIC_ID.code())
                        .name(null)
                        .topicId(topicId);
    }

    /** {@code creations} has the outcomes of creations that this request caused. */
    MetadataResponseTopic byName(@Nullable String name, Map<String, ErrorCode> creations) {
        if (name == null) {
            return new MetadataResponseTopic()
                    .errorCode(ErrorCode.INVALID_REQUEST.code())
                    .name(null);
        }
        TopicImage topic = image.topic(name);
        return topic != null ? of(topic) : absent(name, creations.get(name));
    }

    private MetadataResponseTopic absent(String name, @Nullable ErrorCode creation) {
        return new MetadataResponseTopic()
                .errorCode(reason(name, creation).code())
                .name(name)
                .isInternal(TopicImage.isInternal(name))
                .topicAuthorizedOperations(operations);
    }

    private static ErrorCode reason(String name, @Nullable ErrorCode creation) {
        if (!TopicNames.isLegal(name)) {
            return ErrorCode.INVALID_TOPIC_EXCEPTION;
        }
        if (creation == null) {
            return ErrorCode.UNKNOWN_TOPIC_OR_PARTITION;
        }
        return ON_ITS_WAY.contains(creation) ? ErrorCode.LEADER_NOT_AVAILABLE : creation;
    }

    MetadataResponseTopic of(TopicImage topic) {
        return new MetadataResponseTopic()
                .name(topic.name())
                .topicId(topic.topicId())
                .isInternal(topic.isInternal())
                .partitions(topic.partitions().stream().map(this::partition).toList())
                .topicAuthorizedOperations(operations);
    }

    private MetadataResponsePartition partition(PartitionImage partition) {
        List<Integer> offline =
                partition.replicas().stream().filter(id -> !isReachable(id)).toList();
        ErrorCode error = errorOf(partition, offline);
        boolean reachable = partition.hasLeader() && isReachable(partition.leader());
        return new MetadataResponsePartition()
                .errorCode(error.code())
                .partitionIndex(partition.partition())
                .leaderId(reachable ? partition.leader() : PartitionImage.NO_LEADER)
                .leaderEpoch(partition.leaderEpoch())
                .replicaNodes(shown(partition.replicas()))
                .isrNodes(shown(partition.isr()))
                .offlineReplicas(offline);
    }

    private ErrorCode errorOf(PartitionImage partition, List<Integer> offline) {
        if (!partition.hasLeader() || !image.brokers().containsKey(partition.leader())) {
            return ErrorCode.LEADER_NOT_AVAILABLE;
        }
        if (!isReachable(partition.leader())) {
            return version >= FIRST_WITH_LISTENER_NOT_FOUND
                    ? ErrorCode.LISTENER_NOT_FOUND
                    : ErrorCode.LEADER_NOT_AVAILABLE;
        }
        boolean hidden = version < FIRST_WITH_UNAVAILABLE_REPLICAS && !offline.isEmpty();
        return hidden ? ErrorCode.REPLICA_NOT_AVAILABLE : ErrorCode.NONE;
    }

    private List<Integer> shown(List<Integer> brokers) {
        return version < FIRST_WITH_UNAVAILABLE_REPLICAS
                ? brokers.stream().filter(this::isReachable).toList()
                : brokers;
    }

    private boolean isReachable(int brokerId) {
        BrokerImage broker = image.brokers().get(brokerId);
        return broker != null && broker.endpoint(listener) != null;
    }
}
