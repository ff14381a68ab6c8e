package io.milena.server.coordinator;

import io.milena.server.coordinator.state.Timers;
import io.milena.server.coordinator.state.UndoLog;

/**
 * What a shard gives to its machine.
 *
 * @param partition which shard it is
 * @param leaderEpoch epoch in which this broker leads the partition: the coordinator's epoch
 * @param undo takes back what a refused append was to make durable
 * @param timers what shall happen later
 * @param <D> a durable change of the machine
 */
public record ShardTools<D>(int partition, int leaderEpoch, UndoLog undo, Timers<D> timers) {}
