package io.milena.clients.consumer;

import io.milena.common.TopicPartition;
import java.util.Collection;

/**
 * Hears which partitions a member of a group has to give up and which it gets. Called on the application's thread,
 * inside {@code poll}, {@code unsubscribe} and {@code close}; what it throws comes out of that call. It may use the
 * consumer that calls it.
 */
public interface ConsumerRebalanceListener {

    /**
     * These partitions are still owned and will go: the moment to commit. With an eager assignor called before each
     * rebalance with all partitions, with a cooperative one only with those that go, if there are any.
     */
    void onPartitionsRevoked(Collection<TopicPartition> partitions);

    /** The rebalance is over; {@code partitions} are those that came, which may be none. */
    void onPartitionsAssigned(Collection<TopicPartition> partitions);

    /**
     * These partitions are no longer owned, another member may have them already: committing them is too late. Unless
     * overridden, they are told as revoked.
     */
    default void onPartitionsLost(Collection<TopicPartition> partitions) {
        onPartitionsRevoked(partitions);
    }
}
