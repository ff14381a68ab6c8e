package io.milena.server.api;

import com.codahale.metrics.MetricRegistry;
import io.milena.common.Randomness;
import io.milena.common.time.Time;
import io.milena.server.metadata.ClusterView;
import io.milena.server.partition.Partitions;
import java.util.concurrent.Executor;

/**
 * What the handlers of the data path are given by the composition root.
 *
 * @param config settings
 * @param partitions what this broker holds
 * @param cluster what it knows of all others
 * @param verifier knows which partitions take part in transactions
 * @param workers for what may take long: conversions for old clients
 * @param time the clocks
 * @param randomness for ids of fetch sessions
 * @param registry where metrics are registered
 */
public record DataServices(
        DataConfig config,
        Partitions partitions,
        ClusterView cluster,
        TransactionVerifier verifier,
        Executor workers,
        Time time,
        Randomness randomness,
        MetricRegistry registry) {}
