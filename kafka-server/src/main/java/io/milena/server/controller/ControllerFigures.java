package io.milena.server.controller;

import io.milena.server.metadata.ClusterImage;
import io.milena.server.metadata.PartitionImage;
import io.milena.server.metadata.TopicImage;
import java.util.function.Predicate;

/**
 * What the controller knows, counted: a picture of one moment, empty on a broker that is not controller. Immutable.
 *
 * @param active 1 on the controller, 0 on every other broker
 * @param cluster live brokers, and topics without those that are being deleted
 * @param topicsToDelete topics that are being deleted
 * @param replicasToDelete replicas of these
 */
public record ControllerFigures(int active, ClusterImage cluster, int topicsToDelete, int replicasToDelete) {

    /** Live brokers. */
    public int brokers() {
        return cluster.brokers().size();
    }

    /** Topics that are not being deleted. */
    public int topics() {
        return cluster.topics().size();
    }

    /** Partitions of these topics. */
    public int partitions() {
        return cluster.topics().values().stream()
                .mapToInt(topic -> topic.partitions().size())
                .sum();
    }

    /** Partitions without a live leader. */
    public int offlinePartitions() {
        return count(partition -> !cluster.brokers().containsKey(partition.leader()));
    }

    /** Partitions whose leader is not the preferred one, which is the first of their replicas. */
    public int preferredReplicaImbalances() {
        return count(partition -> partition.leader() != partition.replicas().get(0));
    }

    private int count(Predicate<PartitionImage> which) {
        int count = 0;
        for (TopicImage topic : cluster.topics().values()) {
            count += (int) topic.partitions().stream().filter(which).count();
        }
        return count;
    }
}
