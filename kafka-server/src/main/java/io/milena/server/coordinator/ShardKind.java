package io.milena.server.coordinator;

import io.milena.record.compression.Compression;
import io.milena.server.coordinator.state.RecordCodec;
import io.milena.server.coordinator.state.StateMachine;
import java.time.Duration;
import java.util.function.Function;

/**
 * What all shards of one coordinator have in common.
 *
 * @param topic keeps their state, a partition for each shard
 * @param codec durable changes as records of the topic
 * @param machines makes an empty machine
 * @param terms settings
 * @param <M> the machine
 * @param <D> a durable change of the machine
 */
record ShardKind<M extends StateMachine<D>, D>(
        String topic, RecordCodec<D> codec, Function<ShardTools<M, D>, M> machines, Terms terms) {

    /**
     * Settings of shards.
     *
     * @param commitTimeout how long an answer waits for what it rests on to be committed
     * @param loadBufferBytes how much of the log is read at once when a shard is loaded; a larger batch is read whole
     * @param compression of the batches that are written
     */
    record Terms(Duration commitTimeout, int loadBufferBytes, Compression compression) {}
}
