package io.milena.clients.producer;

import io.milena.common.Cluster;
import io.milena.common.PartitionInfo;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Takes a partition by chance for each record, whatever the key; those without a leader only if all are so. Thread-
 * safe.
 *
 * <p>Its chance is the sequence of SplitMix64 from where {@code random.partitioner.seed} says, which is enough to
 * spread and lets a test repeat itself.
 */
public final class RandomPartitioner implements Partitioner {

    /** Where the sequence begins: a long, or its text. */
    public static final String SEED_CONFIG = "random.partitioner.seed";

    private static final long STEP = 0x9e37_79b9_7f4a_7c15L;

    private final AtomicLong state = new AtomicLong();

    @Override
    public void configure(Map<String, ?> configs) {
        Object seed = configs.get(SEED_CONFIG);
        state.set(seed == null ? System.identityHashCode(this) * STEP : Long.parseLong(seed.toString()));
    }

    @Override
    public int partition(
            String topic,
            @Nullable Object key,
            byte @Nullable [] keyBytes,
            @Nullable Object value,
            byte @Nullable [] valueBytes,
            Cluster cluster) {
        List<PartitionInfo> available = cluster.availablePartitionsForTopic(topic);
        if (!available.isEmpty()) {
            return available.get(below(available.size())).partition();
        }
        return below(cluster.partitionsForTopic(topic).size());
    }

    private int below(int bound) {
        long mixed = state.addAndGet(STEP);
        mixed = (mixed ^ (mixed >>> 30)) * 0xbf58_476d_1ce4_e5b9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94d0_49bb_1331_11ebL;
        return (int) Long.remainderUnsigned(mixed ^ (mixed >>> 31), bound);
    }

    @Override
    public void close() {}
}
