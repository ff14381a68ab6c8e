package io.milena.clients;

import com.codahale.metrics.MetricRegistry;
import io.milena.common.Randomness;
import io.milena.transport.ClientLoop;
import java.util.concurrent.Executor;

/**
 * What a client's root hands to its {@link ClientFloor}.
 *
 * @param kind which client this is
 * @param loop its thread
 * @param randomness for jitter, and for a choice between brokers that are alike
 * @param resolver of names
 * @param blocking where names are resolved: each task may block for seconds; may make a thread for each
 * @param registry where metrics of connections go
 */
public record FloorParts(
        ClientKind kind,
        ClientLoop loop,
        Randomness randomness,
        AddressResolver resolver,
        Executor blocking,
        MetricRegistry registry) {}
