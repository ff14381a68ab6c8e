package io.milena.server.controller;

import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * A topic that a client wants to create. Immutable.
 *
 * @param name its name, not checked
 * @param partitions how many; {@link #BY_DEFAULT} for the broker's default
 * @param replicationFactor how many copies; {@link #BY_DEFAULT} for the broker's default
 * @param assignments broker ids by partition, chosen by the client; empty to let the controller choose
 * @param configs settings of the topic's own; a null value is refused
 */
public record NewTopic(
        String name,
        int partitions,
        int replicationFactor,
        SortedMap<Integer, List<Integer>> assignments,
        Map<String, @Nullable String> configs) {

    /** Stands for "as the broker's configuration says". */
    public static final int BY_DEFAULT = -1;
}
