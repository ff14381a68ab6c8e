package io.milena.tools;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Where replicas shall lie, as a user writes it: ids of brokers between colons, partitions between commas. */
final class ReplicaAssignment {

    private ReplicaAssignment() {}

    /**
     * Ids of brokers by partition, from 0.
     *
     * @throws ToolFailure if it is no such text, or partitions have different numbers of replicas
     */
    static Map<Integer, List<Integer>> parse(String text) {
        Map<Integer, List<Integer>> byPartition = new LinkedHashMap<>();
        for (String partition : text.split(",", -1)) {
            List<Integer> replicas = replicas(partition, text);
            if (new HashSet<>(replicas).size() < replicas.size()) {
                throw new ToolFailure("Partition replica lists may not contain duplicate entries: " + partition);
            }
            if (!byPartition.isEmpty() && byPartition.get(0).size() != replicas.size()) {
                throw new ToolFailure(
                        "Partition " + byPartition.size() + " has different replication factor: " + partition);
            }
            byPartition.put(byPartition.size(), replicas);
        }
        return byPartition;
    }

    private static List<Integer> replicas(String partition, String text) {
        List<Integer> replicas = new ArrayList<>();
        for (String id : partition.split(":", -1)) {
            try {
                replicas.add(Integer.valueOf(id.trim()));
            } catch (NumberFormatException e) {
                throw new ToolFailure(
                        "--replica-assignment: '" + text + "' (expected: ids of brokers, such as 0:1,1:2)", e);
            }
        }
        return replicas;
    }
}
