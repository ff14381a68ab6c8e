package io.milena.clients.producer;

import static io.milena.clients.producer.SimulatedProducer.partition;
import static org.assertj.core.api.Assertions.assertThat;

import io.milena.clients.producer.SimulatedLeader.Fate;
import io.milena.clients.producer.SimulatedProducer.Settings;
import io.milena.record.compression.Codec;
import io.milena.record.compression.Compression;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random histories of a whole producer against a cluster that loses, refuses and delays: what was acknowledged is in
 * the log once and in order, what failed is there once at most, every future has its end, and all memory comes back.
 */
class ProducerEngineProperties {

    private static final int RECORDS = 600;
    private static final int PARTITIONS = 3;

    static LongStream seeds() {
        return LongStream.rangeClosed(1, 25);
    }

    private record Sent(int partition, String value, RecordFuture future) {}

    @ParameterizedTest
    @MethodSource("seeds")
    void nothingIsLostDoubledOrOutOfOrder(long seed) throws Exception {
        var random = new Random(seed);
        var producer = new SimulatedProducer(settings(random), seed);
        producer.leader.mostRecords(1 + random.nextInt(40));
        int faults = random.nextInt(30);
        producer.leader.fault((partition, batch) -> fate(random, faults));
        List<Sent> all = new ArrayList<>();

        for (int i = 0; i < RECORDS; i++) {
            int partition = random.nextInt(PARTITIONS);
            String value = i + " " + "x".repeat(random.nextInt(60));
            all.add(new Sent(partition, value, producer.send(partition, value)));
            if (random.nextInt(4) == 0) {
                producer.loop.pass(random.nextInt(20));
            }
        }
        producer.leader.fault((partition, batch) -> Fate.APPEND);
        producer.settle();
        producer.engine.release();

        check(producer, all, seed);
    }

    private static Settings settings(Random random) {
        Codec codec = Codec.of(random.nextInt(5));
        return new Settings(
                100 + random.nextInt(900),
                random.nextInt(3) * 7,
                1 + random.nextInt(5),
                random.nextBoolean() ? 400 : 100_000,
                Compression.of(codec),
                true,
                null);
    }

    private static Fate fate(Random random, int faults) {
        if (random.nextInt(100) >= faults) {
            return Fate.APPEND;
        }
        return Fate.values()[1 + random.nextInt(Fate.values().length - 1)];
    }

    private static void check(SimulatedProducer producer, List<Sent> all, long seed) throws InterruptedException {
        for (int p = 0; p < PARTITIONS; p++) {
            List<String> log = producer.leader.values(partition(p));
            Set<String> logged = new HashSet<>(log);
            List<String> sent = new ArrayList<>();
            for (Sent one : all) {
                if (one.partition != p) {
                    continue;
                }
                assertThat(one.future.isDone())
                        .as("seed %d: %s has its end", seed, one.value)
                        .isTrue();
                boolean acked = isAcked(one, log);
                assertThat(!acked || logged.contains(one.value))
                        .as("seed %d: %s kept", seed, one.value)
                        .isTrue();
                if (logged.contains(one.value)) {
                    sent.add(one.value);
                }
            }
            assertThat(log).as("seed %d: once and in order", seed).containsExactlyElementsOf(sent);
        }
        assertThat(producer.engine.pool().freeBytes())
                .as("seed %d: memory", seed)
                .isEqualTo(SimulatedProducer.MEMORY);
    }

    private static boolean isAcked(Sent one, List<String> log) throws InterruptedException {
        try {
            RecordMetadata metadata = one.future.get();
            if (metadata.hasOffset()) {
                assertThat(log.get((int) metadata.offset())).isEqualTo(one.value);
            }
            return true;
        } catch (ExecutionException e) {
            return false;
        }
    }
}
