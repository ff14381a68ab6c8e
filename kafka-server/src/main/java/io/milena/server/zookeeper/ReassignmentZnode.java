package io.milena.server.zookeeper;

import io.milena.common.TopicPartition;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Text of {@code /admin/reassign_partitions}: what an old tool wants to be moved where. Only read.
 *
 * <pre>
 *   {"version":1,"partitions":[{"topic":"plain","partition":0,"replicas":[2]}]}
 * </pre>
 */
public final class ReassignmentZnode {

    private ReassignmentZnode() {}

    /** The wanted replicas of each partition. */
    public static SortedMap<TopicPartition, List<Integer>> decode(byte[] data) {
        SortedMap<TopicPartition, List<Integer>> wanted = new TreeMap<>();
        for (JsonObject move : JsonText.read(data).objects("partitions")) {
            wanted.put(new TopicPartition(move.string("topic"), move.integer("partition")), move.integers("replicas"));
        }
        return wanted;
    }
}
