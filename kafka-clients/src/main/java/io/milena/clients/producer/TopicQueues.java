package io.milena.clients.producer;

import io.milena.clients.ClusterView;
import io.milena.common.Randomness;
import io.milena.common.TopicPartition;
import io.milena.record.compression.Codec;
import io.netty.buffer.ByteBuf;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a producer keeps of one topic: a queue for each partition, the guess of how well its records compress, and which
 * partition is next for records without a key. Thread-safe.
 */
final class TopicQueues {

    private final String name;
    private final BatchRules rules;
    private final RecordPool pool;
    private final Set<BatchResult> incomplete;
    private final CompressionRatio ratio = new CompressionRatio();
    private final StickyChoice sticky;
    private volatile PartitionQueue[] queues = {};
    private volatile ClusterView.@Nullable Topic known;
    private volatile StickyChoice.@Nullable Loads loads;
    private boolean isShut;

    /** @param incomplete gets the results of all batches that are opened; thread-safe */
    TopicQueues(String name, BatchRules rules, RecordPool pool, Set<BatchResult> incomplete, Randomness randomness) {
        this.name = name;
        this.rules = rules;
        this.pool = pool;
        this.incomplete = incomplete;
        sticky = new StickyChoice(rules.batchBytes(), randomness);
    }

    String name() {
        return name;
    }

    /** What the newest picture says of the topic; null if nothing is known, or it has an error. */
    ClusterView.@Nullable Topic known() {
        return known;
    }

    void known(ClusterView.@Nullable Topic topic) {
        known = topic;
    }

    PartitionQueue queue(int partition) {
        PartitionQueue[] all = queues;
        return partition < all.length ? all[partition] : queues(partition)[partition];
    }

    /** Those that there are. */
    List<PartitionQueue> queues() {
        return List.of(queues);
    }

    private synchronized PartitionQueue[] queues(int least) {
        PartitionQueue[] all = queues;
        if (least >= all.length) {
            all = Arrays.copyOf(all, Math.max(least + 1, partitions()));
            for (int i = queues.length; i < all.length; i++) {
                all[i] = new PartitionQueue(this, new TopicPartition(name, i));
                if (isShut) {
                    all[i].shut();
                }
            }
            queues = all;
        }
        return all;
    }

    /** No partition takes records any more. */
    synchronized void shut() {
        isShut = true;
        for (PartitionQueue queue : queues) {
            queue.shut();
        }
    }

    private int partitions() {
        ClusterView.Topic topic = known;
        return topic == null ? 0 : topic.partitions().size();
    }

    StickyChoice sticky() {
        return sticky;
    }

    /** What waits for each partition, as {@link #loads(StickyChoice.Loads)} was told; null before. */
    StickyChoice.@Nullable Loads loads() {
        return loads;
    }

    void loads(StickyChoice.Loads newLoads) {
        loads = newLoads;
    }

    CompressionRatio ratio() {
        return ratio;
    }

    /** Batches that wait for a partition. */
    int waitingFor(int partition) {
        PartitionQueue[] all = queues;
        return partition < all.length ? all[partition].waiting() : 0;
    }

    /** A batch was opened: whoever flushes waits for it. */
    void opened(ProducerBatch batch) {
        incomplete.add(batch.result());
    }

    boolean isFull(ProducerBatch open) {
        return rules.isFull(open.estimatedBytes(ratio.guess()));
    }

    /** Gives {@code open} a larger buffer; false if it may not grow, or there is no memory. */
    boolean grow(ProducerBatch open) {
        int capacity = open.encoder().capacity();
        int larger = rules.grown(capacity);
        if (larger <= capacity || isFull(open)) {
            return false;
        }
        ByteBuf buffer = pool.tryTake(larger);
        if (buffer == null) {
            return false;
        }
        open.moveTo(buffer);
        return true;
    }

    /** Ends {@code open}; what is not compressed is sealed with it. */
    void close(ProducerBatch open) {
        open.close();
        if (!rules.isCompressed()) {
            open.sealed(open.plain(), Codec.NONE);
        }
    }
}
