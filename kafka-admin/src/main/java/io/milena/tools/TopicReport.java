package io.milena.tools;

import io.milena.admin.Admin;
import io.milena.admin.Config;
import io.milena.admin.ConfigEntry;
import io.milena.admin.PartitionReassignment;
import io.milena.admin.TopicDescription;
import io.milena.common.Node;
import io.milena.common.TopicCollection;
import io.milena.common.TopicPartition;
import io.milena.common.TopicPartitionInfo;
import io.milena.common.Uuid;
import io.milena.common.config.ConfigResource;
import io.milena.common.errors.ClusterAuthorizationException;
import io.milena.common.errors.UnknownTopicIdException;
import io.milena.common.errors.UnknownTopicOrPartitionException;
import io.milena.common.errors.UnsupportedVersionException;
import java.io.PrintStream;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Describes topics: a line for each, and behind it one for each of its partitions. Confined to one thread. */
final class TopicReport {

    private static final String MIN_IN_SYNC = "min.insync.replicas";

    private final TopicsTool tool;
    private final Admin admin;
    private final PrintStream out;

    TopicReport(TopicsTool tool, Admin admin, PrintStream out) {
        this.tool = tool;
        this.admin = admin;
        this.out = out;
    }

    void print(FoundTopics found) {
        Collection<TopicDescription> topics = tool.topicId != null && tool.topic == null
                ? byId(tool.topicId)
                : describe(found.required(tool.ifExists));
        if (topics.isEmpty()) {
            return;
        }
        Map<ConfigResource, Config> configs = configs(topics);
        Map<TopicPartition, PartitionReassignment> moves = moves(topics);
        Set<Integer> alive = tool.unavailable ? alive() : Set.of();
        for (TopicDescription topic : topics) {
            Config config = configs.get(new ConfigResource(ConfigResource.Type.TOPIC, topic.name()));
            print(new Described(topic, Objects.requireNonNull(config), moves, alive));
        }
    }

    private Collection<TopicDescription> describe(List<String> names) {
        return names.isEmpty()
                ? List.of()
                : new TreeMap<>(ConnectionOptions.await(
                                admin.describeTopics(names).allTopicNames()))
                        .values();
    }

    private Collection<TopicDescription> byId(String text) {
        try {
            List<Uuid> ids = List.of(Uuid.parse(text));
            return ConnectionOptions.await(admin.describeTopics(TopicCollection.ofTopicIds(ids))
                            .allTopicIds())
                    .values();
        } catch (UnknownTopicIdException | UnknownTopicOrPartitionException e) {
            if (tool.ifExists) {
                return List.of();
            }
            throw new ToolFailure("TopicId '" + text + "' does not exist as expected", e);
        } catch (IllegalArgumentException e) {
            throw new ToolFailure("--topic-id: '" + text + "' (expected: 22 characters, as --describe shows them)", e);
        }
    }

    private Map<ConfigResource, Config> configs(Collection<TopicDescription> topics) {
        List<ConfigResource> resources = topics.stream()
                .map(topic -> new ConfigResource(ConfigResource.Type.TOPIC, topic.name()))
                .toList();
        return ConnectionOptions.await(admin.describeConfigs(resources).all());
    }

    /** None where brokers cannot tell, or the user must not know. */
    private Map<TopicPartition, PartitionReassignment> moves(Collection<TopicDescription> topics) {
        Set<TopicPartition> partitions = new HashSet<>();
        for (TopicDescription topic : topics) {
            topic.partitions()
                    .forEach(partition -> partitions.add(new TopicPartition(topic.name(), partition.partition())));
        }
        try {
            return ConnectionOptions.await(
                    admin.listPartitionReassignments(partitions).reassignments());
        } catch (UnsupportedVersionException | ClusterAuthorizationException e) {
            return Map.of();
        }
    }

    private Set<Integer> alive() {
        return ConnectionOptions.await(admin.describeCluster().nodes()).stream()
                .map(Node::id)
                .collect(Collectors.toSet());
    }

    private void print(Described topic) {
        boolean isFiltered = tool.underReplicated || tool.unavailable || tool.underMinIsr || tool.atMinIsr;
        if (!isFiltered && (!tool.withOverrides || topic.hasOverrides())) {
            out.println(topic.line());
        }
        if (!tool.withOverrides) {
            topic.topic().partitions().stream()
                    .filter(partition -> isWanted(topic, partition))
                    .forEach(partition -> out.println(topic.line(partition)));
        }
    }

    private boolean isWanted(Described topic, TopicPartitionInfo partition) {
        int inSync = partition.isr().size();
        return (!tool.underReplicated || inSync < topic.replicas(partition))
                && (!tool.unavailable || topic.isUnavailable(partition))
                && (!tool.underMinIsr || inSync < topic.minInSync())
                && (!tool.atMinIsr || inSync == topic.minInSync());
    }

    /** One topic with all that is told about it. */
    private record Described(
            TopicDescription topic,
            Config config,
            Map<TopicPartition, PartitionReassignment> moves,
            Set<Integer> alive) {

        boolean hasOverrides() {
            return config.entries().stream().anyMatch(entry -> !entry.isDefault());
        }

        String line() {
            String overrides = config.entries().stream()
                    .filter(entry -> !entry.isDefault())
                    .map(entry -> entry.name() + "=" + entry.value())
                    .collect(Collectors.joining(","));
            int replicas = topic.partitions().isEmpty()
                    ? 0
                    : replicas(topic.partitions().get(0));
            return "Topic: " + topic.name()
                    + (topic.topicId().equals(Uuid.ZERO) ? "" : "\tTopicId: " + topic.topicId())
                    + "\tPartitionCount: " + topic.partitions().size()
                    + "\tReplicationFactor: " + replicas
                    + "\tConfigs: " + overrides;
        }

        String line(TopicPartitionInfo partition) {
            Node leader = partition.leader();
            PartitionReassignment move = moveOf(partition);
            return "\tTopic: " + topic.name()
                    + "\tPartition: " + partition.partition()
                    + "\tLeader: " + (leader == null ? "none" : leader.id())
                    + "\tReplicas: " + ids(partition.replicas())
                    + "\tIsr: " + ids(partition.isr())
                    + (move == null ? "" : "\tAdding Replicas: " + numbers(move.addingReplicas()))
                    + (move == null ? "" : "\tRemoving Replicas: " + numbers(move.removingReplicas()))
                    + "\tElr: " + idsOrUnknown(partition.elr())
                    + "\tLastKnownElr: " + idsOrUnknown(partition.lastKnownElr());
        }

        private @Nullable PartitionReassignment moveOf(TopicPartitionInfo partition) {
            return moves.get(new TopicPartition(topic.name(), partition.partition()));
        }

        /** Those that will be there, not those that come in place of others. */
        int replicas(TopicPartitionInfo partition) {
            PartitionReassignment move = moveOf(partition);
            int arriving = move == null ? 0 : move.addingReplicas().size();
            return partition.replicas().size() - arriving;
        }

        boolean isUnavailable(TopicPartitionInfo partition) {
            return partition.leader() == null
                    || !alive.contains(partition.leader().id());
        }

        int minInSync() {
            ConfigEntry entry = config.get(MIN_IN_SYNC);
            return entry == null || entry.value() == null ? 1 : Integer.parseInt(entry.value());
        }

        private static String idsOrUnknown(@Nullable List<Node> nodes) {
            return nodes == null ? "N/A" : ids(nodes);
        }

        private static String ids(List<Node> nodes) {
            return numbers(nodes.stream().map(Node::id).toList());
        }

        private static String numbers(List<Integer> ids) {
            return ids.stream().map(String::valueOf).collect(Collectors.joining(","));
        }
    }
}
