package io.milena.tools;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Which options of {@link TopicsTool} go together. */
final class TopicsCheck {

    private final TopicsTool tool;

    TopicsCheck(TopicsTool tool) {
        this.tool = tool;
    }

    /** @throws ToolFailure naming the options that do not go together, or the one that is missing */
    void run() {
        String action = onlyAction();
        if ((tool.create || tool.alter || tool.delete) && tool.topic == null) {
            throw new ToolFailure("--topic is missing (" + action + " needs it)");
        }
        if (tool.alter && tool.partitions == null) {
            throw new ToolFailure("--partitions is missing (--alter needs it; settings are not altered here)");
        }
        goesWith("--partitions", tool.partitions != null, action, "--create", "--alter");
        goesWith("--replica-assignment", tool.replicaAssignment != null, action, "--create", "--alter");
        goesWith("--replication-factor", tool.replicationFactor != null, action, "--create");
        goesWith("--config", !tool.configs.isEmpty(), action, "--create");
        goesWith("--if-not-exists", tool.ifNotExists, action, "--create");
        goesWith("--if-exists", tool.ifExists, action, "--alter", "--delete", "--describe");
        goesWith("--exclude-internal", tool.excludeInternal, action, "--list", "--describe");
        goesWith("--topic-id", tool.topicId != null, action, "--describe");
        boolean placed = tool.create && tool.replicaAssignment != null;
        if (placed && (tool.partitions != null || tool.replicationFactor != null)) {
            throw new ToolFailure("--replica-assignment says how many partitions and replicas there are (leave out"
                    + " --partitions and --replication-factor)");
        }
        checkFilters(action);
    }

    private String onlyAction() {
        List<String> actions = given(
                "--list",
                tool.list,
                "--create",
                tool.create,
                "--describe",
                tool.describe,
                "--alter",
                tool.alter,
                "--delete",
                tool.delete);
        if (actions.size() != 1) {
            throw new ToolFailure(
                    "Command must include exactly one action: --list, --describe, --create, --alter or" + " --delete");
        }
        return actions.get(0);
    }

    private void checkFilters(String action) {
        List<String> filters = given(
                "--under-replicated-partitions", tool.underReplicated,
                "--unavailable-partitions", tool.unavailable,
                "--under-min-isr-partitions", tool.underMinIsr,
                "--at-min-isr-partitions", tool.atMinIsr,
                "--topics-with-overrides", tool.withOverrides);
        filters.forEach(filter -> goesWith(filter, true, action, "--describe"));
        if (filters.size() > 1) {
            throw new ToolFailure(filters.get(0) + " cannot be used with " + filters.get(1));
        }
    }

    private static void goesWith(String option, boolean isGiven, String action, String... actions) {
        if (isGiven && !Arrays.asList(actions).contains(action)) {
            throw new ToolFailure(
                    option + " cannot be used with " + action + " (it goes with " + String.join(", ", actions) + ")");
        }
    }

    /** Of pairs of an option and whether it is given, the options that are. */
    private static List<String> given(@Nullable Object... pairs) {
        return IntStream.range(0, pairs.length / 2)
                .filter(i -> Boolean.TRUE.equals(pairs[2 * i + 1]))
                .mapToObj(i -> String.valueOf(pairs[2 * i]))
                .toList();
    }
}
