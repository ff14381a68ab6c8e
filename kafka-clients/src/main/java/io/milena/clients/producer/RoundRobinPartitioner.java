package io.milena.clients.producer;

import io.milena.common.Cluster;
import io.milena.common.PartitionInfo;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Takes the partitions of a topic in turn, whatever the key; those without a leader only if all are so. Thread-safe.
 *
 * <p>Spreads records evenly and makes small batches, which cost more than those of the producer's own choice.
 */
public final class RoundRobinPartitioner implements Partitioner {

    private final Map<String, AtomicInteger> turns = new ConcurrentHashMap<>();

    @Override
    public void configure(Map<String, ?> configs) {}

    @Override
    public int partition(
            String topic,
            @Nullable Object key,
            byte @Nullable [] keyBytes,
            @Nullable Object value,
            byte @Nullable [] valueBytes,
            Cluster cluster) {
        int turn = turns.computeIfAbsent(topic, any -> new AtomicInteger()).getAndIncrement() & Integer.MAX_VALUE;
        List<PartitionInfo> available = cluster.availablePartitionsForTopic(topic);
        if (!available.isEmpty()) {
            return available.get(turn % available.size()).partition();
        }
        return turn % cluster.partitionsForTopic(topic).size();
    }

    @Override
    public void close() {}
}
