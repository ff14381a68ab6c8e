package io.milena.clients.consumer;

import io.milena.clients.Brokers;
import io.milena.clients.ClusterMetadata;
import io.milena.common.Randomness;
import io.milena.common.time.Scheduler;
import io.milena.common.time.Time;

/**
 * The world of one consumer: its cluster, its event loop, its clocks.
 *
 * @param fetchMemoryBytes how much of the JVM's memory what is fetched ahead may take
 */
record Seams(
        Brokers brokers,
        ClusterMetadata metadata,
        Scheduler loop,
        Time time,
        Randomness randomness,
        long fetchMemoryBytes) {}
