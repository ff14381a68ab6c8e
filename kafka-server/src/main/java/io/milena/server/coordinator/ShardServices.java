package io.milena.server.coordinator;

import io.milena.common.TopicPartition;
import io.milena.common.time.Scheduler;
import io.milena.common.time.Time;
import io.milena.server.metadata.ClusterView;
import io.milena.server.partition.Partition;
import io.netty.buffer.ByteBufAllocator;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What shards are given by the composition root.
 *
 * @param held the partition of that name; null if this broker does not hold it
 * @param cluster how many partitions the topics have
 * @param lanes each shard is confined to one of them, always the same
 * @param workers read logs; may wait for disks
 * @param time the clocks
 * @param allocator for batches on their way into the log and out of it
 */
public record ShardServices(
        Function<TopicPartition, @Nullable Partition> held,
        ClusterView cluster,
        List<Scheduler> lanes,
        Executor workers,
        Time time,
        ByteBufAllocator allocator) {

    public ShardServices {
        lanes = List.copyOf(lanes);
    }

    /** The same for shards that live on {@code others}. */
    ShardServices on(List<Scheduler> others) {
        return new ShardServices(held, cluster, others, workers, time, allocator);
    }

    Scheduler lane(int partition) {
        return lanes.get(partition % lanes.size());
    }
}
