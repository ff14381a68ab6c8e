package io.milena.server.coordinator;

import io.milena.common.TopicPartition;
import io.milena.common.errors.ErrorCode;
import io.milena.server.coordinator.state.Reply;

/** The way to a broker that leads partitions, for markers. Thread-safe. */
@FunctionalInterface
public interface MarkerLink {

    /**
     * Has {@code marker} written to {@code partition}; does not block. The reply says NONE when it is committed, else
     * why it is not or why that is not known.
     */
    void write(TopicPartition partition, EndMarker marker, Reply<ErrorCode> reply);

    /** The ways to all brokers. */
    @FunctionalInterface
    interface Links {

        MarkerLink to(int brokerId);
    }
}
