package io.milena.server.api;

import io.milena.common.TopicPartition;
import io.milena.common.errors.ErrorCode;
import io.milena.server.metadata.BrokerImage;
import io.milena.server.metadata.ClusterImage;
import io.milena.server.metadata.ClusterView;
import io.milena.server.metadata.EndpointImage;
import io.milena.server.metadata.PartitionImage;
import io.milena.server.partition.Partition;
import io.milena.server.partition.Partitions;
import org.jspecify.annotations.Nullable;

/**
 * Which partitions this broker holds, and who leads those that it does not. Thread-safe.
 *
 * @param partitions what this broker holds
 * @param cluster what it knows of all others
 */
record Holdings(Partitions partitions, ClusterView cluster) {

    /** The leader of a partition, for a client that asked the wrong broker. */
    record Leader(
            int id,
            int epoch,
            @Nullable EndpointImage endpoint,
            @Nullable String rack) {}

    @Nullable
    Partition find(String topic, int partition) {
        return partitions.find(new TopicPartition(topic, partition));
    }

    /** Why this broker does not hold a partition. */
    ErrorCode whyMissing(String topic, int partition) {
        return cluster.current().partition(topic, partition) == null
                ? ErrorCode.UNKNOWN_TOPIC_OR_PARTITION
                : ErrorCode.NOT_LEADER_OR_FOLLOWER;
    }

    /** Whether a client that gets {@code error} is helped by the name of the leader (KIP-951). */
    static boolean callsForLeader(ErrorCode error) {
        return error == ErrorCode.NOT_LEADER_OR_FOLLOWER || error == ErrorCode.FENCED_LEADER_EPOCH;
    }

    /** Who leads a partition, with the address on {@code listener}; null if that is not known. */
    @Nullable
    Leader leader(String topic, int partition, String listener) {
        ClusterImage image = cluster.current();
        Partition held = find(topic, partition);
        PartitionImage state = held == null ? image.partition(topic, partition) : held.image();
        if (state == null || !state.hasLeader()) {
            return null;
        }
        BrokerImage broker = image.brokers().get(state.leader());
        return broker == null
                ? new Leader(state.leader(), state.leaderEpoch(), null, null)
                : new Leader(state.leader(), state.leaderEpoch(), broker.endpoint(listener), broker.rack());
    }
}
