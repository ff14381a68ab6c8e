package io.milena.server.controller;

/**
 * Settings of the controller. Immutable.
 *
 * @param brokerId id of this broker
 * @param clusterId id of the cluster
 * @param defaultPartitions {@code num.partitions}
 * @param defaultReplicationFactor {@code default.replication.factor}
 * @param deletion {@code delete.topic.enable}
 */
public record ControllerConfig(
        int brokerId, String clusterId, int defaultPartitions, int defaultReplicationFactor, Deletion deletion) {

    /** Whether topics may be deleted. */
    public enum Deletion {
        ENABLED,
        DISABLED
    }
}
