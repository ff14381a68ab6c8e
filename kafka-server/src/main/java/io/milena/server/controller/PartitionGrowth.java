package io.milena.server.controller;

import io.milena.common.errors.ErrorCode;
import io.milena.server.metadata.PartitionImage;
import io.milena.server.metadata.TopicImage;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Whether a topic may get more partitions, and who holds them. Pure; immutable. */
record PartitionGrowth(ClusterState state) {

    /** How many partitions a request adds, whether or not it can be granted. */
    long partitionsWanted(TopicGrowth request) {
        TopicImage topic = state.topic(request.topic());
        return topic == null
                ? 0
                : Math.max(0, (long) request.count() - topic.partitions().size());
    }

    Decided decide(TopicGrowth request) {
        TopicImage topic = state.topic(request.topic());
        if (topic == null) {
            return Decided.refused(
                    ErrorCode.UNKNOWN_TOPIC_OR_PARTITION, "The topic '" + request.topic() + "' does not exist.");
        }
        if (state.isChanging(request.topic())) {
            return Decided.refused(
                    ErrorCode.INVALID_REQUEST, "The topic '" + request.topic() + "' is getting partitions already.");
        }
        boolean moving = topic.partitions().stream()
                .anyMatch(partition -> !partition.moves().equals(PartitionImage.Moves.NONE));
        if (moving) {
            return Decided.refused(
                    ErrorCode.REASSIGNMENT_IN_PROGRESS,
                    "A partition reassignment is in progress for the topic '" + request.topic() + "'.");
        }
        String problem = problemWithCount(topic.partitions().size(), request.count());
        if (problem != null) {
            return Decided.refused(ErrorCode.INVALID_PARTITIONS, problem);
        }
        return grown(topic, request);
    }

    private static @Nullable String problemWithCount(int before, int wanted) {
        if (wanted < before) {
            return "Topic currently has " + before + " partitions, which is higher than the requested " + wanted + ".";
        }
        if (wanted == before) {
            return "Topic already has " + before + " partitions.";
        }
        return wanted > TopicCreation.MOST_PARTITIONS
                ? "Number of partitions must be at most " + TopicCreation.MOST_PARTITIONS + "."
                : null;
    }

    private Decided grown(TopicImage topic, TopicGrowth request) {
        int before = topic.partitions().size();
        int additional = request.count() - before;
        List<List<Integer>> chosen = request.assignments();
        if (chosen != null) {
            if (chosen.size() != additional) {
                return Decided.refused(
                        ErrorCode.INVALID_REPLICA_ASSIGNMENT,
                        "Increasing the number of partitions by " + additional + " but " + chosen.size()
                                + " assignments provided.");
            }
            return problemWith(chosen, topic)
                    .map(problem -> Decided.refused(ErrorCode.INVALID_REPLICA_ASSIGNMENT, problem))
                    .orElseGet(() -> with(topic, chosen));
        }
        int copies = before == 0 ? 1 : topic.partitions().get(0).replicas().size();
        var placement = new ReplicaPlacement(state.brokers().values());
        if (copies > placement.brokers()) {
            return Decided.refused(
                    ErrorCode.INVALID_REPLICATION_FACTOR,
                    "Replication factor: " + copies + " larger than available brokers: " + placement.brokers() + ".");
        }
        int start = before == 0
                ? 0
                : Math.max(
                        0,
                        placement.placeOf(topic.partitions().get(0).replicas().get(0)));
        return with(topic, placement.place(before, additional, copies, start, start));
    }

    private Optional<String> problemWith(List<List<Integer>> chosen, TopicImage topic) {
        List<List<Integer>> all = new ArrayList<>(chosen);
        Optional<String> problem = AssignmentCheck.problem(all, state::lives);
        int copies = topic.partitions().isEmpty()
                ? chosen.get(0).size()
                : topic.partitions().get(0).replicas().size();
        boolean asMany = chosen.stream().allMatch(replicas -> replicas.size() == copies);
        return problem.isPresent() || asMany
                ? problem
                : Optional.of("Inconsistent replication factor between partitions: the topic has " + copies + ".");
    }

    private Decided with(TopicImage topic, List<List<Integer>> additional) {
        List<PartitionImage> partitions = new ArrayList<>(topic.partitions());
        for (List<Integer> replicas : additional) {
            partitions.add(TopicCreation.fresh(partitions.size(), replicas, state::lives));
        }
        return new Decided.Planned(new TopicImage(topic.name(), topic.topicId(), partitions));
    }
}
