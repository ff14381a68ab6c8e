package io.milena.clients.producer;

import static io.milena.clients.producer.ProducerStage.await;
import static io.milena.clients.producer.ProducerStage.failureOf;
import static io.milena.clients.producer.ProducerStage.get;
import static io.milena.clients.producer.ProducerStage.record;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.milena.common.KafkaException;
import io.milena.common.errors.InterruptException;
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

/** How a producer ends, and what its calls do on the wrong thread or at the wrong time. */
class ProducerEndsIT {

    private static final String TOPIC = "orders";
    private static final Duration LONG_ENOUGH = Duration.ofSeconds(3);

    @AutoClose
    private final ProducerStage stage = new ProducerStage(1).having(TOPIC, 0);

    private final ScriptedBroker broker = stage.broker(0);

    private static Duration closing(KafkaProducer<?, ?> producer, Duration timeout) {
        long start = System.nanoTime();
        producer.close(timeout);
        return Duration.ofNanos(System.nanoTime() - start);
    }

    private static boolean hasThread(String clientId) {
        return Thread.getAllStackTraces().keySet().stream()
                .anyMatch(thread -> thread.getName().endsWith(" | " + clientId));
    }

    @Test
    void closingSendsWhatLingersAndLeavesNothingBehind() throws Exception {
        Future<RecordMetadata> sent;
        try (var producer = stage.producer("linger.ms", 10_000, "client.id", "closing")) {
            sent = producer.send(record(TOPIC, 0, "lingering"));
        }

        assertThat(sent.isDone()).isTrue();
        assertThat(get(sent).offset()).isZero();
        await().until(() -> broker.connectionsOpen() == 0 && !hasThread("closing"));
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 300})
    void closingEndsInTimeWithASilentBroker(long timeoutMs) throws Exception {
        broker.always(ApiKey.PRODUCE, ScriptedStep.later(4_000, ScriptedStep.close()));
        var producer = stage.producer("client.id", "silent");
        Future<RecordMetadata> sent = producer.send(record(TOPIC, 0, "unheard"));
        await().until(() -> !broker.requests(ApiKey.PRODUCE).isEmpty());

        Duration took = closing(producer, Duration.ofMillis(timeoutMs));

        assertThat(took).isBetween(Duration.ofMillis(timeoutMs), LONG_ENOUGH);
        assertThat(sent.isDone()).isTrue();
        assertThat(failureOf(sent)).isInstanceOf(KafkaException.class).hasMessageContaining("the producer was closed");
        await().until(() -> broker.connectionsOpen() == 0 && !hasThread("silent"));
    }

    @Test
    void closingEndsInTimeWithNoBrokerLeft() throws Exception {
        var producer = stage.producer("client.id", "left-alone");
        get(producer.send(record(TOPIC, 0, "heard")));
        broker.stop();
        Future<RecordMetadata> sent = producer.send(record(TOPIC, 0, "unheard"));

        Duration took = closing(producer, Duration.ofMillis(300));

        assertThat(took).isLessThan(LONG_ENOUGH);
        assertThat(failureOf(sent)).hasMessageContaining("the producer was closed");
        await().until(() -> !hasThread("left-alone"));
    }

    @Test
    void closingEndsInTimeThoughNoBrokerWasEverThere() {
        broker.stop();
        var producer = stage.producer();
        var sending = CompletableFuture.supplyAsync(() -> producer.send(record(TOPIC, 0, "unheard")));

        assertThat(closing(producer, Duration.ofSeconds(20))).isLessThan(LONG_ENOUGH);

        assertThatThrownBy(sending::join)
                .rootCause()
                .hasMessageContaining("the producer")
                .hasMessageContaining("closed");
    }

    @Test
    void threadsThatSendWhileItIsClosedHearOfItAndEachFutureHasAnEnd() throws Exception {
        var producer = stage.producer("batch.size", 500);
        Queue<Future<RecordMetadata>> sent = new ConcurrentLinkedQueue<>();
        List<CompletableFuture<Throwable>> senders = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            senders.add(CompletableFuture.supplyAsync(() -> sendUntilRefused(producer, sent)));
        }
        await().until(() -> sent.size() > 1_000);

        producer.close();

        for (CompletableFuture<Throwable> sender : senders) {
            assertThat(sender.get()).isInstanceOf(IllegalStateException.class).hasMessageContaining("closed");
        }
        long acknowledged = 0;
        for (Future<RecordMetadata> one : sent) {
            acknowledged += isAcknowledged(one) ? 1 : 0;
        }
        assertThat(stage.leaders.values(TOPIC, 0)).hasSizeGreaterThanOrEqualTo((int) acknowledged);
        assertThat(acknowledged).isGreaterThan(1_000);
    }

    private static Throwable sendUntilRefused(
            KafkaProducer<String, String> producer, Queue<Future<RecordMetadata>> sent) {
        try {
            while (true) {
                sent.add(producer.send(record(TOPIC, 0, "value")));
            }
        } catch (RuntimeException e) {
            return e;
        }
    }

    private static boolean isAcknowledged(Future<RecordMetadata> sent) {
        try {
            return get(sent).hasOffset();
        } catch (Exception e) {
            return false;
        }
    }

    @Test
    void closingInACallbackEndsTheProducerWithoutWaitingForItself() throws Exception {
        var producer = stage.producer("linger.ms", 100, "client.id", "callback");
        var closed = new CountDownLatch(1);
        producer.send(record(TOPIC, 0, "first"), (metadata, error) -> {
            producer.close();
            closed.countDown();
        });

        await().until(() -> closed.getCount() == 0);

        assertThatThrownBy(() -> producer.send(record(TOPIC, 0, "late"))).isInstanceOf(IllegalStateException.class);
        await().until(() -> broker.connectionsOpen() == 0 && !hasThread("callback"));
    }

    @Test
    void flushingInACallbackIsRefusedAndSendingIsNot() throws Exception {
        try (var producer = stage.producer()) {
            var refused = new CompletableFuture<Throwable>();
            var next = new CompletableFuture<Future<RecordMetadata>>();
            producer.send(record(TOPIC, 0, "first"), (metadata, error) -> {
                try {
                    producer.flush();
                } catch (RuntimeException e) {
                    refused.complete(e);
                }
                next.complete(producer.send(record(TOPIC, 0, "second")));
            });

            assertThat(refused.get()).isInstanceOf(KafkaException.class).hasMessageContaining("flush()");
            assertThat(get(next.get()).offset()).isEqualTo(1);
        }
    }

    @Test
    void flushingWaitsForAllThatWasSentBeforeAndNotForWhatComesAfter() throws Exception {
        try (var producer = stage.producer("linger.ms", 10_000)) {
            Future<RecordMetadata> before = producer.send(record(TOPIC, 0, "before"));

            producer.flush();

            assertThat(before.isDone()).isTrue();
            assertThat(producer.send(record(TOPIC, 0, "after")).isDone()).isFalse();
        }
    }

    @Test
    void anInterruptedCallThrowsAndLeavesTheFlagSet() {
        broker.stop();
        try (var producer = stage.producer()) {
            var interrupted = CompletableFuture.supplyAsync(() -> {
                Thread.currentThread().interrupt();
                assertThatThrownBy(() -> producer.send(record(TOPIC, 0, "unheard")))
                        .isInstanceOf(InterruptException.class);
                return Thread.interrupted();
            });

            assertThat(interrupted.join()).isTrue();
        }
    }

    @Test
    void anInterruptedCloseClosesAllTheSame() throws Exception {
        broker.always(ApiKey.PRODUCE, ScriptedStep.later(4_000, ScriptedStep.close()));
        var producer = stage.producer("client.id", "interrupted");
        Future<RecordMetadata> sent = producer.send(record(TOPIC, 0, "unheard"));

        var interrupted = CompletableFuture.supplyAsync(() -> {
            Thread.currentThread().interrupt();
            assertThatThrownBy(producer::close).isInstanceOf(InterruptException.class);
            return Thread.interrupted();
        });

        assertThat(interrupted.join()).isTrue();
        assertThat(failureOf(sent)).hasMessageContaining("the producer was closed");
        await().until(() -> !hasThread("interrupted"));
    }

    @Test
    void afterTheEndNothingIsSentAndOtherCallsDoNothing() {
        var producer = stage.producer();
        producer.close();

        producer.close();
        producer.flush();

        assertThatThrownBy(() -> producer.send(record(TOPIC, 0, "late")))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("the producer is closed");
    }

    @Test
    void aNegativeTimeToCloseIsRefusedAndTheProducerGoesOn() throws Exception {
        try (var producer = stage.producer()) {
            assertThatThrownBy(() -> producer.close(Duration.ofMillis(-1)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("PT-0.001S");

            assertThat(get(producer.send(record(TOPIC, 0, "still heard"))).offset())
                    .isZero();
        }
    }
}
