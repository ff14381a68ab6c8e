package io.milena.admin;

import java.util.List;

/**
 * A partition that moves. Immutable.
 *
 * @param replicas all of the moment, ids of brokers
 * @param addingReplicas those of them that are new
 * @param removingReplicas those of them that will go
 */
public record PartitionReassignment(
        List<Integer> replicas, List<Integer> addingReplicas, List<Integer> removingReplicas) {

    public PartitionReassignment {
        replicas = List.copyOf(replicas);
        addingReplicas = List.copyOf(addingReplicas);
        removingReplicas = List.copyOf(removingReplicas);
    }
}
