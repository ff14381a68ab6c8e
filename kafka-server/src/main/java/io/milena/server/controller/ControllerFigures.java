package io.milena.server.controller;

import io.milena.server.metadata.ClusterImage;
import io.milena.server.metadata.PartitionImage;
import io.milena.server.metadata.TopicImage;
import java.util.function.Predicate;

/**
 * What the controller knows, counted: a picture of one moment. A broker without the office knows nothing. Immutable.
 *
 * @param active 1 with the office, 0 without
 * @param cluster brokers and topics, those left out that are being deleted
 * @param topicsToDelete topics that are being deleted
 * @param replicasToDelete replicas of these
 */
public record ControllerFigures(int active, ClusterImage cluster, int topicsToDelete, int replicasToDelete) {

    public int brokers() {
        return cluster.brokers().size();
    }

    public int topics() {
        return cluster.topics().size();
    }

    public int partitions() {
        return cluster.topics().values().stream()
                .mapToInt(topic -> topic.partitions().size())
                .sum();
    }

    /** Partitions that nobody leads who lives. */
    public int offlinePartitions() {
        return count(partition -> !cluster.brokers().containsKey(partition.leader()));
    }

    /** Partitions that another one leads than the first of their replicas. */
    public int ledByOthers() {
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
