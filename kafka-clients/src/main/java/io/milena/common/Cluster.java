package io.milena.common;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a client knows of its cluster, as {@code Partitioner}s and assignors of applications are shown it. Immutable.
 *
 * <p>A partitioner is asked for each record, which is why lists by topic are made once.
 */
public final class Cluster {

    private final @Nullable String clusterId;
    private final Map<Integer, Node> nodes = new LinkedHashMap<>();
    private final Map<TopicPartition, PartitionInfo> partitions = new LinkedHashMap<>();
    private final Map<String, List<PartitionInfo>> byTopic = new LinkedHashMap<>();
    private final Map<String, List<PartitionInfo>> available = new LinkedHashMap<>();
    private final Set<String> unauthorizedTopics;
    private final Set<String> internalTopics;
    private final @Nullable Node controller;

    public Cluster(
            @Nullable String clusterId,
            Collection<Node> nodes,
            Collection<PartitionInfo> partitions,
            Set<String> unauthorizedTopics,
            Set<String> internalTopics) {
        this(clusterId, nodes, partitions, unauthorizedTopics, internalTopics, null);
    }

    public Cluster(
            @Nullable String clusterId,
            Collection<Node> nodes,
            Collection<PartitionInfo> partitions,
            Set<String> unauthorizedTopics,
            Set<String> internalTopics,
            @Nullable Node controller) {
        this.clusterId = clusterId;
        this.unauthorizedTopics = Set.copyOf(unauthorizedTopics);
        this.internalTopics = Set.copyOf(internalTopics);
        this.controller = controller;
        nodes.forEach(node -> this.nodes.put(node.id(), node));
        partitions.forEach(this::add);
    }

    /** A cluster of which nothing is known. */
    public static Cluster empty() {
        return new Cluster(null, List.of(), List.of(), Set.of(), Set.of());
    }

    private void add(PartitionInfo info) {
        partitions.put(new TopicPartition(info.topic(), info.partition()), info);
        byTopic.computeIfAbsent(info.topic(), any -> new ArrayList<>()).add(info);
        if (info.leader() != null) {
            available.computeIfAbsent(info.topic(), any -> new ArrayList<>()).add(info);
        }
    }

    public List<Node> nodes() {
        return List.copyOf(nodes.values());
    }

    /** The broker with this id; null if it is not known. */
    public @Nullable Node nodeById(int id) {
        return nodes.get(id);
    }

    /** The broker with this id if it has a replica of the partition that is not offline. */
    public Optional<Node> nodeIfOnline(TopicPartition partition, int id) {
        PartitionInfo info = partitions.get(partition);
        Node node = nodes.get(id);
        if (info == null || node == null || !List.of(info.replicas()).contains(node)) {
            return Optional.empty();
        }
        return List.of(info.offlineReplicas()).contains(node) ? Optional.empty() : Optional.of(node);
    }

    /** The broker that leads a partition; null if there is none, or the partition is not known. */
    public @Nullable Node leaderFor(TopicPartition partition) {
        PartitionInfo info = partitions.get(partition);
        return info == null ? null : info.leader();
    }

    /** What is known of a partition; null if nothing is. */
    public @Nullable PartitionInfo partition(TopicPartition partition) {
        return partitions.get(partition);
    }

    /** The partitions of a topic; empty if it is not known. */
    public List<PartitionInfo> partitionsForTopic(String topic) {
        return Collections.unmodifiableList(byTopic.getOrDefault(topic, List.of()));
    }

    /** How many partitions a topic has; null if it is not known. */
    public @Nullable Integer partitionCountForTopic(String topic) {
        List<PartitionInfo> known = byTopic.get(topic);
        return known == null ? null : known.size();
    }

    /** The partitions of a topic that have a leader. */
    public List<PartitionInfo> availablePartitionsForTopic(String topic) {
        return Collections.unmodifiableList(available.getOrDefault(topic, List.of()));
    }

    /** The partitions that a broker leads. */
    public List<PartitionInfo> partitionsForNode(int nodeId) {
        return partitions.values().stream()
                .filter(info -> info.leader() != null && info.leader().id() == nodeId)
                .toList();
    }

    public Set<String> topics() {
        return Collections.unmodifiableSet(byTopic.keySet());
    }

    /** Topics that the client asked for and may not see. */
    public Set<String> unauthorizedTopics() {
        return unauthorizedTopics;
    }

    public Set<String> internalTopics() {
        return internalTopics;
    }

    /** The controller; null if it is not known. */
    public @Nullable Node controller() {
        return controller;
    }

    public ClusterResource clusterResource() {
        return new ClusterResource(clusterId);
    }

    @Override
    public String toString() {
        return "Cluster(id = " + clusterId + ", nodes = " + nodes.values() + ", partitions = " + partitions.values()
                + ", controller = " + controller + ")";
    }
}
