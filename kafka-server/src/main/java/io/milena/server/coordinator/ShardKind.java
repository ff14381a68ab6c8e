package io.milena.server.coordinator;

import io.milena.server.coordinator.state.RecordCodec;
import io.milena.server.coordinator.state.StateMachine;
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
        String topic, RecordCodec<D> codec, Function<ShardTools<M, D>, M> machines, ShardTerms terms) {}
