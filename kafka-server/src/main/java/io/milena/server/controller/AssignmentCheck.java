package io.milena.server.controller;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.function.IntPredicate;

/** Whether replicas that a client chose can be placed. Pure; stateless. */
final class AssignmentCheck {

    private AssignmentCheck() {}

    /** What is wrong with {@code assignments}; empty when nothing is. */
    static Optional<String> problem(Collection<List<Integer>> assignments, IntPredicate lives) {
        int copies = assignments.isEmpty() ? 0 : assignments.iterator().next().size();
        for (List<Integer> replicas : assignments) {
            if (replicas.isEmpty()) {
                return Optional.of("The manual partition assignment includes an empty replica list.");
            }
            if (new HashSet<>(replicas).size() != replicas.size()) {
                return Optional.of("The manual partition assignment includes the broker twice: " + replicas + ".");
            }
            if (replicas.size() != copies) {
                return Optional.of("The manual partition assignment includes a partition with " + replicas.size()
                        + " replica(s), but this is not consistent with previous partitions, which have " + copies
                        + " replica(s).");
            }
            for (int broker : replicas) {
                if (!lives.test(broker)) {
                    return Optional.of("The manual partition assignment includes broker " + broker
                            + ", but no such broker is registered.");
                }
            }
        }
        return Optional.empty();
    }
}
