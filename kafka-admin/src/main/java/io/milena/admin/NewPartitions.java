package io.milena.admin;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a topic is to grow to. Immutable.
 *
 * @param totalCount partitions that it shall have, those of today included
 * @param assignments ids of brokers for each partition that is new, the preferred leader first; null if brokers place
 *     the replicas
 */
public record NewPartitions(int totalCount, @Nullable List<List<Integer>> assignments) {

    /** Grows to so many; brokers place the replicas. */
    public static NewPartitions increaseTo(int totalCount) {
        return new NewPartitions(totalCount, null);
    }

    /** Grows to so many; the caller places the replicas of each that is new. */
    public static NewPartitions increaseTo(int totalCount, List<List<Integer>> newAssignments) {
        return new NewPartitions(totalCount, newAssignments);
    }
}
