package io.milena.clients.producer;

import io.milena.clients.ClusterView;
import io.milena.clients.producer.ProducerTerms.Partitioning;
import io.milena.common.Cluster;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the partition of each record that names none: what the application's partitioner says, or by the hash of the
 * key, or where records without a key go now. Thread-safe.
 */
final class PartitionChoice {

    /** What a record takes without key and value, about. */
    private static final int LEAST_RECORD_BYTES = 8;

    private final Partitioning rules;
    private final @Nullable Partitioner own;
    private final ProducerEngine engine;
    private final Supplier<Cluster> cluster;

    /** @param own the application's; null for none */
    PartitionChoice(ProducerEngine engine, @Nullable Partitioner own, Supplier<Cluster> cluster) {
        this.rules = engine.terms().partitioning();
        this.own = own;
        this.engine = engine;
        this.cluster = cluster;
    }

    /**
     * The partition for {@code record}, whose topic is known.
     *
     * @throws IllegalArgumentException if the application's partitioner names one that the topic does not have
     */
    int partition(TopicQueues topic, ProducerRecord<?, ?> record, byte @Nullable [] key, byte @Nullable [] value) {
        ClusterView.Topic known = topic.known();
        int partitions = known == null ? 1 : known.partitions().size();
        if (own != null) {
            return own(own, record, key, value, partitions);
        }
        if (key != null && !rules.ignoresKeys()) {
            return Murmur2.partition(key, partitions);
        }
        return topic.sticky().partition(partitions, loads(topic));
    }

    private int own(
            Partitioner partitioner,
            ProducerRecord<?, ?> record,
            byte @Nullable [] key,
            byte @Nullable [] value,
            int partitions) {
        int partition = partitioner.partition(record.topic(), record.key(), key, record.value(), value, cluster.get());
        if (partition < 0 || partition >= partitions) {
            throw new IllegalArgumentException("partition of " + partitioner + " for topic " + record.topic() + ": "
                    + partition + " (expected: 0 to " + (partitions - 1) + ")");
        }
        return partition;
    }

    /**
     * A record is in the batch of the partition that was chosen for it.
     *
     * @param batchEnded whether another batch was begun for the next
     */
    void placed(TopicQueues topic, int partition, RecordFuture record, boolean batchEnded) {
        if (own != null) {
            if (batchEnded) {
                own.onNewBatch(topic.name(), cluster.get(), partition);
            }
        } else if (record.keyBytes() < 0 || rules.ignoresKeys()) {
            int bytes = LEAST_RECORD_BYTES + Math.max(0, record.keyBytes()) + Math.max(0, record.valueBytes());
            int compressed = Math.round(bytes * topic.ratio().guess());
            ClusterView.Topic known = topic.known();
            int partitions = known == null ? partition + 1 : known.partitions().size();
            topic.sticky().sent(partition, compressed, partitions, loads(topic));
        }
    }

    /** One object for each topic, because it is wanted with each record. */
    private StickyChoice.Loads loads(TopicQueues topic) {
        StickyChoice.Loads loads = topic.loads();
        if (loads == null) {
            loads = partition -> load(topic, partition);
            topic.loads(loads);
        }
        return loads;
    }

    private int load(TopicQueues topic, int partition) {
        ClusterView.Topic known = topic.known();
        if (known == null || partition >= known.partitions().size()) {
            return 0;
        }
        boolean hasLeader = known.partitions().get(partition).leader() != ClusterView.NO_LEADER;
        if (!hasLeader || engine.isOutOfReach(known, partition)) {
            return StickyChoice.OUT_OF_REACH;
        }
        return rules.isAdaptive() ? topic.waitingFor(partition) : 0;
    }
}
