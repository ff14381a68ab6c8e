package io.milena.clients.producer;

import io.milena.clients.Backoff;
import io.milena.common.TopicPartition;
import io.milena.metrics.StatsWindow;
import io.milena.record.compression.Compression;
import io.milena.testing.SeededRandomness;
import io.netty.buffer.PooledByteBufAllocator;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A producer's engine on a simulated loop and cluster: everything but threads and sockets. */
final class SimulatedProducer {

    static final String TOPIC = "t";
    static final long MEMORY = 4 << 20;

    final SimulatedLoop loop = new SimulatedLoop();
    final SimulatedCluster cluster = new SimulatedCluster(loop, 2);
    final SimulatedLeader leader = new SimulatedLeader();
    final ProducerEngine engine;

    /** What of the settings differs from test to test. */
    record Settings(
            int batchBytes,
            long lingerMs,
            int mostOut,
            long deliveryMs,
            Compression compression,
            boolean isIdempotent,
            @Nullable String transactionalId) {

        static Settings usual() {
            return new Settings(1_000, 0, 5, 120_000, Compression.NONE, true, null);
        }

        Settings withLinger(long ms) {
            return new Settings(batchBytes, ms, mostOut, deliveryMs, compression, isIdempotent, transactionalId);
        }

        Settings withDelivery(long ms) {
            return new Settings(batchBytes, lingerMs, mostOut, ms, compression, isIdempotent, transactionalId);
        }

        Settings with(Compression other) {
            return new Settings(batchBytes, lingerMs, mostOut, deliveryMs, other, isIdempotent, transactionalId);
        }

        Settings withTransactions(String id) {
            return new Settings(batchBytes, lingerMs, mostOut, deliveryMs, compression, true, id);
        }
    }

    SimulatedProducer(Settings settings, long seed) {
        var randomness = new SeededRandomness(seed);
        var terms = new ProducerTerms(
                new BatchRules(settings.batchBytes, 1 << 20, settings.compression),
                new SenderRules(
                        SenderRules.ACKS_ALL,
                        TimeUnit.MILLISECONDS.toNanos(settings.lingerMs),
                        TimeUnit.MILLISECONDS.toNanos(settings.deliveryMs),
                        30_000,
                        Integer.MAX_VALUE,
                        new Backoff(10, 100),
                        settings.mostOut,
                        1 << 20,
                        settings.isIdempotent,
                        settings.transactionalId),
                new ProducerTerms.Partitioning(false, true, 0),
                MEMORY,
                TimeUnit.SECONDS.toNanos(60),
                60_000);
        var floor = new Floor(cluster, cluster, loop, loop, randomness);
        var metrics = new ProducerMetrics(new MetricTerms(loop, new StatsWindow(2, 30_000)));
        engine = new ProducerEngine(terms, floor, PooledByteBufAllocator.DEFAULT, metrics, () -> true);
        leader.knows(TOPIC);
        cluster.topic(TOPIC, 0, 1, 0);
        cluster.on(io.milena.protocol.ApiKey.PRODUCE, leader::produce);
        cluster.on(io.milena.protocol.ApiKey.INIT_PRODUCER_ID, SimulatedLeader::newId);
    }

    RecordFuture send(int partition, String value) {
        return send(partition, value, null);
    }

    RecordFuture send(int partition, String value, @Nullable Callback callback) {
        byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
        var future = new RecordFuture(loop.wallMs(), -1, bytes.length, callback);
        try {
            engine.awaitTopic(engine.topic(TOPIC), partition);
            engine.append(engine.topic(TOPIC).queue(partition), future, null, bytes, null, 0);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        return future;
    }

    /** Lets time pass until nothing is left to be sent. */
    void settle() {
        for (int i = 0; i < 10_000 && engine.pool().freeBytes() < MEMORY; i++) {
            loop.pass(20);
        }
    }

    static TopicPartition partition(int index) {
        return new TopicPartition(TOPIC, index);
    }
}
