package io.milena.clients.producer;

import io.milena.common.Cluster;
import io.milena.common.Configurable;
import java.io.Closeable;
import org.jspecify.annotations.Nullable;

/**
 * Chooses partitions in the application's own way; named in {@code partitioner.class}. Called by every thread that
 * sends, at the same time.
 */
public interface Partitioner extends Configurable, Closeable {

    /**
     * The partition for a record that names none.
     *
     * @param cluster has the partitions of {@code topic}
     * @return from 0 to the number of partitions, exclusive
     */
    int partition(
            String topic,
            @Nullable Object key,
            byte @Nullable [] keyBytes,
            @Nullable Object value,
            byte @Nullable [] valueBytes,
            Cluster cluster);

    @Override
    void close();

    /** A batch of {@code prevPartition} is full: the next record without a key begins another. */
    default void onNewBatch(String topic, Cluster cluster, int prevPartition) {}
}
