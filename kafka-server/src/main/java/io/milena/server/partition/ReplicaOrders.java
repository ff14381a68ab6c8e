package io.milena.server.partition;

import io.milena.common.TopicPartition;
import io.milena.common.Uuid;
import io.milena.server.metadata.PartitionImage;
import java.util.List;

/**
 * What the controller wants this broker to lead or follow.
 *
 * @param controllerEpoch epoch of the controller that says so
 * @param brokerEpoch the registration of this broker that it means
 * @param orders one per partition
 */
public record ReplicaOrders(int controllerEpoch, long brokerEpoch, List<ReplicaOrder> orders) {

    public ReplicaOrders {
        orders = List.copyOf(orders);
    }

    /**
     * Lead this partition if the image names this broker as its leader, else follow.
     *
     * @param partition the partition
     * @param topicId incarnation of its topic; {@link Uuid#ZERO} if it has no id
     * @param image its state
     * @param copy whether this broker should have a log of it
     */
    public record ReplicaOrder(TopicPartition partition, Uuid topicId, PartitionImage image, Copy copy) {}

    /** What the controller knows of the replica on this broker. */
    public enum Copy {
        /** The partition was just made: its log is to begin empty. */
        NEW,
        /** The broker was given it earlier: where its log is not found, it may lie in a directory that is offline. */
        HELD
    }
}
