package io.milena.admin;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A topic that is to be created. Not thread-safe. */
public final class NewTopic {

    private static final int BY_DEFAULT = -1;

    private final String name;
    private final int numPartitions;
    private final short replicationFactor;
    private final @Nullable Map<Integer, List<Integer>> replicasAssignments;
    private @Nullable Map<String, String> configs;

    /**
     * Brokers place the replicas.
     *
     * @param numPartitions 1 or more; -1 for the cluster's default
     * @param replicationFactor 1 or more; -1 for the cluster's default
     */
    public NewTopic(String name, int numPartitions, short replicationFactor) {
        this.name = name;
        this.numPartitions = numPartitions;
        this.replicationFactor = replicationFactor;
        this.replicasAssignments = null;
    }

    /** Brokers place the replicas; what is empty is the cluster's default. */
    public NewTopic(String name, Optional<Integer> numPartitions, Optional<Short> replicationFactor) {
        this(name, numPartitions.orElse(BY_DEFAULT), replicationFactor.orElse((short) BY_DEFAULT));
    }

    /**
     * The caller places the replicas.
     *
     * @param replicasAssignments ids of brokers by partition, the preferred leader first
     */
    public NewTopic(String name, Map<Integer, List<Integer>> replicasAssignments) {
        this.name = name;
        this.numPartitions = BY_DEFAULT;
        this.replicationFactor = BY_DEFAULT;
        Map<Integer, List<Integer>> copy = new LinkedHashMap<>();
        replicasAssignments.forEach((partition, replicas) -> copy.put(partition, new ArrayList<>(replicas)));
        this.replicasAssignments = copy;
    }

    public String name() {
        return name;
    }

    /** Or -1. */
    public int numPartitions() {
        return numPartitions;
    }

    /** Or -1. */
    public short replicationFactor() {
        return replicationFactor;
    }

    /** Ids of brokers by partition; null if brokers place the replicas. */
    public @Nullable Map<Integer, List<Integer>> replicasAssignments() {
        return replicasAssignments;
    }

    /** Settings of the topic that are not the cluster's. */
    public NewTopic configs(@Nullable Map<String, String> configs) {
        this.configs = configs;
        return this;
    }

    /** Settings of the topic that are not the cluster's; null if none were given. */
    public @Nullable Map<String, String> configs() {
        return configs;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof NewTopic that
                && name.equals(that.name)
                && numPartitions == that.numPartitions
                && replicationFactor == that.replicationFactor
                && Objects.equals(replicasAssignments, that.replicasAssignments)
                && Objects.equals(configs, that.configs);
    }

    @Override
    public int hashCode() {
        return Objects.hash(name, numPartitions, replicationFactor, replicasAssignments, configs);
    }

    @Override
    public String toString() {
        return "NewTopic[" + name + ", partitions=" + numPartitions + ", replicationFactor=" + replicationFactor
                + ", replicasAssignments=" + replicasAssignments + ", configs=" + configs + "]";
    }
}
