/**
 * The coordinators of groups and of transactions: their front doors, and the shards that run their state machines.
 *
 * <p>A shard is one partition of the topic that keeps a coordinator's state, led by this broker: a machine that
 * decides, the log that it writes, and one thread. Start reading at {@link io.milena.server.coordinator.Shard}. The
 * machines are in {@code group} and {@code transaction}; what they are made of is in {@code state}.
 */
@NullMarked
package io.milena.server.coordinator;

import org.jspecify.annotations.NullMarked;
