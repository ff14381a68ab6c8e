package io.milena.clients;

import io.milena.common.Node;
import io.milena.common.TopicPartition;
import io.milena.common.Uuid;
import io.milena.common.errors.ErrorCode;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a client knows of its cluster at one moment. Immutable; swapped whole.
 *
 * @param version grows by one with each change
 * @param clusterId null until a broker has told it
 * @param controller null if it is not known
 * @param brokers by id; before the first answer those of the bootstrap addresses, with negative ids
 * @param topics by name; only those that the client asked for
 */
public record ClusterView(
        long version,
        @Nullable String clusterId,
        @Nullable Node controller,
        Map<Integer, Node> brokers,
        Map<String, Topic> topics) {

    /** The leader of a partition is not known, or there is none. */
    public static final int NO_LEADER = -1;

    /** No leader epoch is known: the broker is too old to tell. */
    public static final int NO_EPOCH = -1;

    /**
     * One topic.
     *
     * @param id {@link Uuid#ZERO} where brokers do not tell
     * @param error what the broker said of it; NONE if the partitions are good
     * @param partitions by index, without gaps
     */
    public record Topic(String name, Uuid id, boolean isInternal, ErrorCode error, List<Partition> partitions) {}

    /**
     * One partition.
     *
     * @param leader id of a broker, or {@link #NO_LEADER}
     * @param leaderEpoch or {@link #NO_EPOCH}
     */
    public record Partition(
            int index,
            int leader,
            int leaderEpoch,
            List<Integer> replicas,
            List<Integer> inSync,
            List<Integer> offline,
            ErrorCode error) {}

    /** What is known of {@code topic}; null if nothing is. */
    public @Nullable Topic topic(String topic) {
        return topics.get(topic);
    }

    /** What is known of a partition; null if its topic is not known or has no such partition. */
    public @Nullable Partition partition(TopicPartition partition) {
        Topic topic = topics.get(partition.topic());
        boolean exists = topic != null
                && partition.partition() >= 0
                && partition.partition() < topic.partitions().size();
        return exists ? topic.partitions().get(partition.partition()) : null;
    }

    /** The broker that leads a partition; null if it is not known. */
    public @Nullable Node leaderOf(TopicPartition partition) {
        Partition known = partition(partition);
        return known == null ? null : brokers.get(known.leader());
    }
}
