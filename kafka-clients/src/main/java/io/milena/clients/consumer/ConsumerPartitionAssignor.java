package io.milena.clients.consumer;

import io.milena.common.Cluster;
import io.milena.common.TopicPartition;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Divides partitions among the members of a group. The leader of the group decides for all. An application may name its
 * own in {@code partition.assignment.strategy}; it needs a public constructor without arguments, and is called on the
 * thread that polls.
 */
public interface ConsumerPartitionAssignor {

    /** What this assignor tells the leader beside the topics; null for nothing. */
    default @Nullable ByteBuffer subscriptionUserData(Set<String> topics) {
        return null;
    }

    /** Divides the partitions of what all members subscribe to. Every member is in the answer. */
    GroupAssignment assign(Cluster metadata, GroupSubscription groupSubscription);

    /** Hears what this member got. */
    default void onAssignment(Assignment assignment, @Nullable ConsumerGroupMetadata metadata) {}

    /** How members may move partitions with this assignor; the highest that all assignors of a consumer have counts. */
    default List<RebalanceProtocol> supportedProtocols() {
        return List.of(RebalanceProtocol.EAGER);
    }

    /** Of the user data that this assignor writes. */
    default short version() {
        return 0;
    }

    /** As members tell each other which assignors they have. */
    String name();

    /**
     * What one member wants and has. Mutable in nothing but its instance id.
     */
    final class Subscription {

        private final List<String> topics;
        private final @Nullable ByteBuffer userData;
        private final List<TopicPartition> ownedPartitions;
        private final int generationId;
        private final Optional<String> rackId;
        private Optional<String> groupInstanceId = Optional.empty();

        public Subscription(
                List<String> topics,
                @Nullable ByteBuffer userData,
                List<TopicPartition> ownedPartitions,
                int generationId,
                Optional<String> rackId) {
            this.topics = topics;
            this.userData = userData;
            this.ownedPartitions = ownedPartitions;
            this.generationId = generationId;
            this.rackId = rackId;
        }

        public Subscription(List<String> topics, @Nullable ByteBuffer userData, List<TopicPartition> ownedPartitions) {
            this(topics, userData, ownedPartitions, Membership.NO_GENERATION, Optional.empty());
        }

        public Subscription(List<String> topics, @Nullable ByteBuffer userData) {
            this(topics, userData, List.of());
        }

        public Subscription(List<String> topics) {
            this(topics, null);
        }

        public List<String> topics() {
            return topics;
        }

        public @Nullable ByteBuffer userData() {
            return userData;
        }

        public List<TopicPartition> ownedPartitions() {
            return ownedPartitions;
        }

        public Optional<String> rackId() {
            return rackId;
        }

        public void setGroupInstanceId(Optional<String> instanceId) {
            groupInstanceId = instanceId;
        }

        public Optional<String> groupInstanceId() {
            return groupInstanceId;
        }

        /** The generation in which the owned partitions were given; empty if that is not known. */
        public Optional<Integer> generationId() {
            return generationId < 0 ? Optional.empty() : Optional.of(generationId);
        }

        @Override
        public String toString() {
            return "topics " + topics + ", owned " + ownedPartitions + ", generation " + generationId + ", rack "
                    + rackId.orElse("none");
        }
    }

    /**
     * What one member gets.
     *
     * @param userData for the assignor of the member; null for nothing
     */
    record Assignment(
            List<TopicPartition> partitions, @Nullable ByteBuffer userData) {

        public Assignment(List<TopicPartition> partitions) {
            this(partitions, null);
        }
    }

    /** What all members want, by member id. */
    record GroupSubscription(Map<String, Subscription> groupSubscription) {}

    /** What all members get, by member id. */
    record GroupAssignment(Map<String, Assignment> groupAssignment) {}

    /** How partitions move from one member to another. */
    enum RebalanceProtocol {
        /** Members give up all partitions before a rebalance. */
        EAGER((byte) 0),
        /** Members go on with what they keep, and give up what goes after the rebalance, which calls for another. */
        COOPERATIVE((byte) 1);

        private final byte id;

        RebalanceProtocol(byte id) {
            this.id = id;
        }

        public byte id() {
            return id;
        }

        /** @throws IllegalArgumentException if there is none with this id */
        public static RebalanceProtocol forId(byte id) {
            for (RebalanceProtocol protocol : values()) {
                if (protocol.id == id) {
                    return protocol;
                }
            }
            throw new IllegalArgumentException("rebalance protocol: " + id + " (expected: 0 or 1)");
        }
    }
}
