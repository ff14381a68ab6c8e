package io.milena.server.controller;

import io.milena.common.TopicNames;
import io.milena.common.errors.ErrorCode;
import io.milena.server.metadata.PartitionImage;
import io.milena.server.metadata.TopicImage;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * Whether a new topic may be, and how it is laid out. Pure; immutable.
 *
 * @param state what there is
 * @param config the defaults
 */
record TopicCreation(ClusterState state, ControllerConfig config) {

    /** Most partitions of one topic: as many as its ZooKeeper node of at most 1 MiB can list. */
    static final int MOST_PARTITIONS = 50_000;

    /** What brokers without ZooKeeper call the log of their controllers: as a topic it would stand in their way. */
    private static final String QUORUM_LOG = "__cluster_metadata";

    /** How many partitions a request is for, whether or not it can be granted. */
    long partitionsWanted(NewTopic request) {
        if (!request.assignments().isEmpty()) {
            return request.assignments().size();
        }
        return Math.max(0, partitions(request));
    }

    private int partitions(NewTopic request) {
        return request.partitions() == NewTopic.BY_DEFAULT ? config.defaultPartitions() : request.partitions();
    }

    /** Decides everything but the topic's settings. */
    Decided decide(NewTopic request, Chance chance) {
        String name = request.name();
        String problem = TopicNames.problem(name);
        if (problem != null) {
            return Decided.refused(ErrorCode.INVALID_TOPIC_EXCEPTION, problem);
        }
        if (name.equals(QUORUM_LOG)) {
            return Decided.refused(
                    ErrorCode.INVALID_REQUEST, "Creation of internal topic " + QUORUM_LOG + " is prohibited.");
        }
        if (state.isTaken(name)) {
            boolean goes = state.deleting().containsKey(name);
            return Decided.refused(
                    ErrorCode.TOPIC_ALREADY_EXISTS,
                    goes ? "Topic '" + name + "' is marked for deletion." : "Topic '" + name + "' already exists.");
        }
        Optional<String> twin = state.names().stream()
                .filter(other -> TopicNames.collide(name, other))
                .findFirst();
        if (twin.isPresent()) {
            return Decided.refused(
                    ErrorCode.INVALID_TOPIC_EXCEPTION,
                    "Topic '" + name + "' collides with existing topics: " + twin.get());
        }
        return request.assignments().isEmpty() ? placed(request, chance) : asAssigned(request, chance);
    }

    private Decided placed(NewTopic request, Chance chance) {
        int partitions = partitions(request);
        int copies = request.replicationFactor() == NewTopic.BY_DEFAULT
                ? config.defaultReplicationFactor()
                : request.replicationFactor();
        if (partitions <= 0 || partitions > MOST_PARTITIONS) {
            String bound = partitions <= 0 ? "must be larger than 0." : "must be at most " + MOST_PARTITIONS + ".";
            return Decided.refused(ErrorCode.INVALID_PARTITIONS, "Number of partitions " + bound);
        }
        if (copies <= 0) {
            return Decided.refused(ErrorCode.INVALID_REPLICATION_FACTOR, "Replication factor must be larger than 0.");
        }
        var placement = new ReplicaPlacement(state.brokers().values());
        if (copies > placement.brokers()) {
            return Decided.refused(
                    ErrorCode.INVALID_REPLICATION_FACTOR,
                    "Replication factor: " + copies + " larger than available brokers: " + placement.brokers() + ".");
        }
        return planned(request.name(), chance, placement.place(0, partitions, copies, chance.start(), chance.shift()));
    }

    private Decided asAssigned(NewTopic request, Chance chance) {
        if (request.partitions() != NewTopic.BY_DEFAULT || request.replicationFactor() != NewTopic.BY_DEFAULT) {
            return Decided.refused(
                    ErrorCode.INVALID_REQUEST,
                    "Both numPartitions or replicationFactor and replicasAssignments were set. Both cannot be used at "
                            + "the same time.");
        }
        int count = request.assignments().size();
        boolean consecutive = IntStream.range(0, count).allMatch(request.assignments()::containsKey);
        if (!consecutive || count > MOST_PARTITIONS) {
            return Decided.refused(
                    ErrorCode.INVALID_REPLICA_ASSIGNMENT,
                    "Partitions should be a consecutive 0-based integer sequence of at most " + MOST_PARTITIONS + ".");
        }
        List<List<Integer>> replicas = new ArrayList<>(request.assignments().values());
        return AssignmentCheck.problem(replicas, state::lives)
                .map(problem -> Decided.refused(ErrorCode.INVALID_REPLICA_ASSIGNMENT, problem))
                .orElseGet(() -> planned(request.name(), chance, replicas));
    }

    private Decided planned(String name, Chance chance, List<List<Integer>> replicas) {
        List<PartitionImage> partitions = new ArrayList<>(replicas.size());
        for (List<Integer> holders : replicas) {
            partitions.add(fresh(partitions.size(), holders, state::lives));
        }
        return new Decided.Planned(new TopicImage(name, chance.topicId(), partitions));
    }

    /** A partition without records: everyone who lives is in sync, and the first of them leads. */
    static PartitionImage fresh(int partition, List<Integer> replicas, IntPredicate lives) {
        List<Integer> live = replicas.stream().filter(lives::test).toList();
        int leader = live.isEmpty() ? PartitionImage.NO_LEADER : live.get(0);
        return new PartitionImage(partition, leader, 0, replicas, live, 0, PartitionImage.Moves.NONE);
    }
}
