package io.milena.common;

import java.util.Arrays;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Where one partition of a topic lies. Immutable, as long as nobody writes to its arrays. */
public final class PartitionInfo {

    private final String topic;
    private final int partition;
    private final @Nullable Node leader;
    private final Node[] replicas;
    private final Node[] inSyncReplicas;
    private final Node[] offlineReplicas;

    public PartitionInfo(String topic, int partition, @Nullable Node leader, Node[] replicas, Node[] inSyncReplicas) {
        this(topic, partition, leader, replicas, inSyncReplicas, new Node[0]);
    }

    public PartitionInfo(
            String topic,
            int partition,
            @Nullable Node leader,
            Node[] replicas,
            Node[] inSyncReplicas,
            Node[] offlineReplicas) {
        this.topic = topic;
        this.partition = partition;
        this.leader = leader;
        this.replicas = replicas;
        this.inSyncReplicas = inSyncReplicas;
        this.offlineReplicas = offlineReplicas;
    }

    public String topic() {
        return topic;
    }

    public int partition() {
        return partition;
    }

    /** The broker to write to; null if there is none now. */
    public @Nullable Node leader() {
        return leader;
    }

    /** All replicas, whether they are up or not. */
    public Node[] replicas() {
        return replicas;
    }

    /** Replicas that have all that is committed. */
    public Node[] inSyncReplicas() {
        return inSyncReplicas;
    }

    /** Replicas that are known to be down. */
    public Node[] offlineReplicas() {
        return offlineReplicas;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof PartitionInfo that
                && topic.equals(that.topic)
                && partition == that.partition
                && Objects.equals(leader, that.leader)
                && Arrays.equals(replicas, that.replicas)
                && Arrays.equals(inSyncReplicas, that.inSyncReplicas)
                && Arrays.equals(offlineReplicas, that.offlineReplicas);
    }

    @Override
    public int hashCode() {
        return Objects.hash(topic, partition, leader, Arrays.hashCode(replicas), Arrays.hashCode(inSyncReplicas));
    }

    @Override
    public String toString() {
        return "Partition(topic = " + topic + ", partition = " + partition + ", leader = "
                + (leader == null ? "none" : leader.id()) + ", replicas = " + ids(replicas) + ", isr = "
                + ids(inSyncReplicas) + ", offlineReplicas = " + ids(offlineReplicas) + ")";
    }

    private static String ids(Node[] nodes) {
        return Arrays.stream(nodes).map(node -> Integer.toString(node.id())).collect(Collectors.joining(",", "[", "]"));
    }
}
