package io.milena.clients.producer;

import io.milena.common.KafkaException;
import io.milena.common.TopicPartition;
import io.milena.common.errors.ErrorCode;
import org.jspecify.annotations.Nullable;

/**
 * What a producer has to have before it sends batches, besides a leader: an id, and partitions that are part of its
 * transaction. Confined to the event loop.
 */
interface Gate {

    /** Goes on with whatever is to be asked of brokers. Called before each round of sending. */
    void step(long nowNanos);

    /** Whether batches of {@code partition} may be sent at all. */
    boolean isOpenFor(TopicPartition partition);

    /** Attribute bits of each batch. */
    int flags();

    /** Whether somebody waits for all batches. */
    boolean isWaitedFor();

    /** A batch failed, for {@code error}, or without an answer if that is null. */
    void failed(TopicPartition partition, @Nullable ErrorCode error, KafkaException cause);

    /** A batch that had a sequence was given up, though nothing was wrong with it. */
    default void gapMade() {}
}
