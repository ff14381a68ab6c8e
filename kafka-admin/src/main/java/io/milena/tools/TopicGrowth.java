package io.milena.tools;

import io.milena.admin.Admin;
import io.milena.admin.CreatePartitionsOptions;
import io.milena.admin.NewPartitions;
import io.milena.admin.TopicDescription;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Gives topics more partitions. Confined to one thread. */
final class TopicGrowth {

    private final TopicsTool tool;
    private final Admin admin;
    private final FoundTopics found;

    TopicGrowth(TopicsTool tool, Admin admin, FoundTopics found) {
        this.tool = tool;
        this.admin = admin;
        this.found = found;
    }

    void run() {
        List<String> names = found.required(tool.ifExists);
        if (names.isEmpty()) {
            return;
        }
        int count = Objects.requireNonNull(tool.partitions);
        Map<String, NewPartitions> growth = new LinkedHashMap<>();
        if (tool.replicaAssignment == null) {
            names.forEach(name -> growth.put(name, NewPartitions.increaseTo(count)));
        } else {
            place(names, count, ReplicaAssignment.parse(tool.replicaAssignment), growth);
        }
        var options = new CreatePartitionsOptions().retryOnQuotaViolation(false);
        ConnectionOptions.await(admin.createPartitions(growth, options).all());
    }

    /** A user places every partition; those that are there stay where they are. */
    private void place(
            List<String> names, int count, Map<Integer, List<Integer>> placed, Map<String, NewPartitions> growth) {
        Map<String, TopicDescription> topics =
                ConnectionOptions.await(admin.describeTopics(names).allTopicNames());
        topics.forEach((name, topic) -> {
            List<List<Integer>> added = placed.entrySet().stream()
                    .filter(entry -> entry.getKey() >= topic.partitions().size())
                    .map(Map.Entry::getValue)
                    .toList();
            growth.put(name, NewPartitions.increaseTo(count, added));
        });
    }
}
