package io.milena.clients.consumer;

import io.milena.common.TopicPartition;
import io.milena.protocol.ApiKey;
import java.util.Set;
import java.util.function.IntSupplier;

/** Hears what a consumer does, for its figures. What is not overridden is not counted. */
interface ConsumerWatch {

    /** Once: how many partitions are assigned, at any time and to any thread. */
    default void assignedCount(IntSupplier count) {}

    /** These partitions are read from now on, and no others. */
    default void reads(Set<TopicPartition> partitions) {}

    /** On the event loop: a broker answered. */
    default void answered(ApiKey api, long roundTripNanos) {}

    /** On the event loop: a fetch brought so much. */
    default void fetched(long bytes, long records, long throttleMs) {}

    /** On the event loop: of it, so much was of one topic. */
    default void fetchedOf(String topic, long bytes, long records) {}

    /** On the application's thread: it got these records. */
    default void consumed(AssignedPartition partition, int records, long bytes) {}

    /** On the application's thread: poll was called. */
    default void polled(long nowNanos) {}

    /** On the application's thread: poll returned. */
    default void pollEnded(long nowNanos) {}

    /** On the application's thread: a rebalance began to be carried out. */
    default void rebalanceBegan(long nowNanos) {}

    /** On the application's thread: it has its partitions. */
    default void rebalanceEnded(long nowNanos) {}

    /** On the event loop: the coordinator did not take the member into a new generation, or not now. */
    default void rebalanceFailed() {}

    /** On the application's thread: the listener took so long. */
    default void revoked(long nanos) {}

    /** On the application's thread: the listener took so long. */
    default void lost(long nanos) {}

    /** On the application's thread: the listener took so long. */
    default void assigned(long nanos) {}

    /** On the application's thread: a call to commit, or for what is committed, took so long. */
    default void called(WaitingCall call, long nanos) {}

    /** Calls whose time is summed up. */
    enum WaitingCall {
        COMMIT_SYNC,
        COMMITTED
    }
}
