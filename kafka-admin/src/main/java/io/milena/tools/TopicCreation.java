package io.milena.tools;

import io.milena.admin.Admin;
import io.milena.admin.CreateTopicsOptions;
import io.milena.admin.NewTopic;
import io.milena.common.TopicNames;
import io.milena.common.errors.TopicExistsException;
import java.io.PrintStream;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Creates the topic that a user describes. Confined to one thread. */
final class TopicCreation {

    private final TopicsTool tool;
    private final Admin admin;
    private final PrintStream out;

    TopicCreation(TopicsTool tool, Admin admin, PrintStream out) {
        this.tool = tool;
        this.admin = admin;
        this.out = out;
    }

    void run() {
        String name = Objects.requireNonNull(tool.topic);
        if (name.contains(".") || name.contains("_")) {
            out.println("WARNING: Due to limitations in metric names, topics with a period ('.') or underscore ('_')"
                    + " could collide. To avoid issues it is best to use either, but not both.");
        }
        NewTopic topic = described(name);
        try {
            ConnectionOptions.await(
                    admin.createTopics(List.of(topic), new CreateTopicsOptions().retryOnQuotaViolation(false))
                            .all());
            out.println("Created topic " + name + ".");
        } catch (TopicExistsException e) {
            if (!tool.ifNotExists) {
                throw e;
            }
        }
    }

    private NewTopic described(String name) {
        String problem = TopicNames.problem(name);
        if (problem != null) {
            throw new ToolFailure(problem);
        }
        positive("partitions", tool.partitions);
        positive("replication factor", tool.replicationFactor);
        NewTopic topic = tool.replicaAssignment != null
                ? new NewTopic(name, ReplicaAssignment.parse(tool.replicaAssignment))
                : new NewTopic(name, Optional.ofNullable(tool.partitions), replicationFactor());
        return topic.configs(PropertiesFile.words("--config", tool.configs));
    }

    private Optional<Short> replicationFactor() {
        return Optional.ofNullable(tool.replicationFactor).map(Integer::shortValue);
    }

    private static void positive(String what, @Nullable Integer value) {
        if (value != null && (value < 1 || what.startsWith("repl") && value > Short.MAX_VALUE)) {
            throw new ToolFailure(
                    "The " + what + " must be greater than 0" + (value < 1 ? "" : " and at most " + Short.MAX_VALUE));
        }
    }
}
