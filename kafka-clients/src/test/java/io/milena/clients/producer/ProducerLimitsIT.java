package io.milena.clients.producer;

import static io.milena.clients.producer.ProducerStage.await;
import static io.milena.clients.producer.ProducerStage.failureOf;
import static io.milena.clients.producer.ProducerStage.get;
import static io.milena.clients.producer.ProducerStage.record;
import static io.milena.clients.producer.ProducerStage.values;
import static org.assertj.core.api.Assertions.assertThat;

import io.milena.common.errors.RecordTooLargeException;
import io.milena.protocol.ApiKey;
import io.milena.testing.ScriptedBroker;
import io.milena.testing.ScriptedStep;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Records and batches that are too large, and memory that is short. */
class ProducerLimitsIT {

    private static final String TOPIC = "orders";

    @AutoClose
    private final ProducerStage stage = new ProducerStage(1).having(TOPIC, 0);

    private final ScriptedBroker broker = stage.broker(0);

    @ParameterizedTest
    @ValueSource(strings = {"none", "gzip", "snappy", "lz4", "zstd"})
    void batchesThatABrokerFindsTooLargeAreSplitAndKeepTheirOrder(String codec) throws Exception {
        int count = 300;
        stage.leaders.mostRecords(7);
        List<String> values = values(0, count);
        Queue<Long> calledBack = new ConcurrentLinkedQueue<>();
        try (var producer = stage.producer("compression.type", codec, "linger.ms", 20)) {
            List<Future<RecordMetadata>> sent = values.stream()
                    .map(value -> producer.send(
                            record(TOPIC, 0, value), (metadata, error) -> calledBack.add(metadata.offset())))
                    .toList();
            producer.flush();

            for (int i = 0; i < count; i++) {
                assertThat(sent.get(i).isDone()).isTrue();
                assertThat(get(sent.get(i)).offset()).isEqualTo(i);
            }
        }

        assertThat(stage.leaders.values(TOPIC, 0)).isEqualTo(values);
        assertThat(List.copyOf(calledBack)).isSorted().hasSize(count);
    }

    @Test
    void aRecordThatABrokerFindsTooLargeFailsAloneAndTheRestOfItsBatchDoesNot() throws Exception {
        broker.always(ApiKey.PRODUCE, exchange -> exchange.answer(stage.leaders.appendedUpTo(broker, exchange, 2_000)));
        try (var producer = stage.producer("linger.ms", 20)) {
            Future<RecordMetadata> first = producer.send(record(TOPIC, 0, "first"));
            Future<RecordMetadata> large = producer.send(record(TOPIC, 0, "x".repeat(5_000)));
            Future<RecordMetadata> last = producer.send(record(TOPIC, 0, "last"));

            assertThat(failureOf(large)).isInstanceOf(RecordTooLargeException.class);
            get(first);
            get(last);
        }

        assertThat(stage.leaders.values(TOPIC, 0)).containsExactly("first", "last");
    }

    @Test
    void aRecordThatIsTooLargeFailsAtOnceAndNothingElseSuffers() throws Exception {
        try (var producer = stage.producer("max.request.size", 3_000, "buffer.memory", 6_000, "batch.size", 1_000)) {
            Future<RecordMetadata> before = producer.send(record(TOPIC, 0, "before"));

            Future<RecordMetadata> large = producer.send(record(TOPIC, 0, "x".repeat(3_000)));

            assertThat(large.isDone()).isTrue();
            assertThat(failureOf(large))
                    .isInstanceOf(RecordTooLargeException.class)
                    .hasMessageContaining("max.request.size, 3000");
            get(before);
            assertThat(get(producer.send(record(TOPIC, 0, "x".repeat(2_500)))).offset())
                    .isEqualTo(1);
        }
    }

    @Test
    void aRecordLargerThanAllMemoryFailsAtOnce() throws Exception {
        try (var producer = stage.producer("buffer.memory", 20_000)) {
            assertThat(failureOf(producer.send(record(TOPIC, 0, "x".repeat(30_000)))))
                    .isInstanceOf(RecordTooLargeException.class)
                    .hasMessageContaining("buffer.memory, 20000");
        }
    }

    @Test
    void withoutMemoryARecordWaitsForItAndThenFails() throws Exception {
        var gate = new CountDownLatch(1);
        broker.always(ApiKey.PRODUCE, ScriptedStep.after(gate, stage.leaders.appending(broker)));
        try (var producer = stage.producer("buffer.memory", 4_000, "batch.size", 1_000, "max.block.ms", 300)) {
            producer.partitionsFor(TOPIC);
            List<Future<RecordMetadata>> sent = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                sent.add(producer.send(record(TOPIC, 0, "x".repeat(900))));
            }
            long start = System.nanoTime();

            Future<RecordMetadata> tooMuch = producer.send(record(TOPIC, 0, "x".repeat(900)));

            assertThat(Duration.ofNanos(System.nanoTime() - start))
                    .isBetween(Duration.ofMillis(300), Duration.ofSeconds(2));
            assertThat(failureOf(tooMuch))
                    .isInstanceOf(BufferExhaustedException.class)
                    .hasMessageContaining("300 ms")
                    .hasMessageContaining("buffer.memory, 4000");
            gate.countDown();
            for (Future<RecordMetadata> one : sent) {
                get(one);
            }
            get(producer.send(record(TOPIC, 0, "x".repeat(900))));
        }
    }

    @Test
    void aRecordThatWaitsForMemoryGoesAsSoonAsThereIsSome() throws Exception {
        var gate = new CountDownLatch(1);
        broker.next(ApiKey.PRODUCE, ScriptedStep.after(gate, stage.leaders.appending(broker)));
        try (var producer = stage.producer("buffer.memory", 2_000, "batch.size", 1_000)) {
            producer.send(record(TOPIC, 0, "x".repeat(900)));
            producer.send(record(TOPIC, 0, "x".repeat(900)));
            var waiting = CompletableFuture.supplyAsync(() -> producer.send(record(TOPIC, 0, "y".repeat(900))));
            await().until(() -> producer.metrics().values().stream()
                    .anyMatch(metric -> metric.metricName().name().equals("waiting-threads")
                            && ((Number) metric.metricValue()).intValue() == 1));

            gate.countDown();

            assertThat(get(waiting.get()).offset()).isEqualTo(2);
        }
    }
}
