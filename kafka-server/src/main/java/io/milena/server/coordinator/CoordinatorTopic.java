package io.milena.server.coordinator;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How the topic that keeps a coordinator's state is made when it is first needed. Immutable.
 *
 * @param name name of the topic
 * @param partitions how many partitions, which is how many shards
 * @param replicationFactor how many copies
 * @param settings settings of the topic's own
 */
public record CoordinatorTopic(String name, int partitions, int replicationFactor, SortedMap<String, String> settings) {

    public CoordinatorTopic {
        settings = Collections.unmodifiableSortedMap(new TreeMap<>(settings));
    }
}
