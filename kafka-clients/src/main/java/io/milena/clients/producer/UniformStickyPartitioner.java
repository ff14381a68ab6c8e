package io.milena.clients.producer;

import io.milena.common.Cluster;
import io.milena.common.PartitionInfo;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Stays with one partition of a topic until a batch is full, then goes on with another, whatever the key. Thread-safe.
 *
 * <p>For those who know it: the producer's own choice with {@code partitioner.ignore.keys=true} does the same, and
 * heeds how much waits for each broker.
 */
public final class UniformStickyPartitioner implements Partitioner {

    private final Map<String, Integer> chosen = new ConcurrentHashMap<>();
    private final AtomicInteger turn = new AtomicInteger(System.identityHashCode(this));

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
        int count = cluster.partitionsForTopic(topic).size();
        Integer current = chosen.get(topic);
        if (exists(current, count)) {
            return current;
        }
        return chosen.compute(topic, (any, now) -> exists(now, count) ? now : next(topic, cluster, -1));
    }

    /** A topic that was made anew may have fewer partitions. */
    private static boolean exists(@Nullable Integer partition, int count) {
        return partition != null && partition < count;
    }

    @Override
    public void onNewBatch(String topic, Cluster cluster, int prevPartition) {
        chosen.computeIfPresent(
                topic, (any, current) -> current == prevPartition ? next(topic, cluster, prevPartition) : current);
    }

    private int next(String topic, Cluster cluster, int but) {
        List<PartitionInfo> available = cluster.availablePartitionsForTopic(topic);
        List<PartitionInfo> candidates = available.isEmpty() ? cluster.partitionsForTopic(topic) : available;
        int index = (turn.getAndIncrement() & Integer.MAX_VALUE) % candidates.size();
        int partition = candidates.get(index).partition();
        boolean isSame = partition == but && candidates.size() > 1;
        return isSame ? candidates.get((index + 1) % candidates.size()).partition() : partition;
    }

    @Override
    public void close() {}
}
