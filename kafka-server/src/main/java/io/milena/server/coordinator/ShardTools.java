package io.milena.server.coordinator;

import io.milena.server.coordinator.state.Timers;
import io.milena.server.coordinator.state.UndoLog;

/**
 * What a shard gives to its machine.
 *
 * @param leaderEpoch epoch in which this broker leads the partition: the coordinator's epoch
 * @param undo takes back what a refused append was to make durable
 * @param timers what shall happen later
 * @param turns for what comes to the machine from outside
 * @param <M> the machine
 * @param <D> a durable change of the machine
 */
public record ShardTools<M, D>(int leaderEpoch, UndoLog undo, Timers<D> timers, Turns<M, D> turns) {}
