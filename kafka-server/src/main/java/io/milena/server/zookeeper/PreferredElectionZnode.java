package io.milena.server.zookeeper;

import io.milena.common.TopicPartition;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Text of {@code /admin/preferred_replica_election}: partitions that an old tool wants to be led by their first
 * replica. Only read.
 *
 * <pre>
 *   {"version":1,"partitions":[{"topic":"manual","partition":1}]}
 * </pre>
 */
public final class PreferredElectionZnode {

    private PreferredElectionZnode() {}

    public static SortedSet<TopicPartition> decode(byte[] data) {
        SortedSet<TopicPartition> partitions = new TreeSet<>();
        for (JsonObject partition : JsonText.read(data).objects("partitions")) {
            partitions.add(new TopicPartition(partition.string("topic"), partition.integer("partition")));
        }
        return partitions;
    }
}
