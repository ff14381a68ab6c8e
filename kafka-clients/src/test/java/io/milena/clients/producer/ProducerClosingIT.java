package io.milena.clients.producer;

import static io.milena.clients.producer.ProducerStage.await;
import static io.milena.clients.producer.ProducerStage.record;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.milena.common.KafkaException;
import io.milena.protocol.ApiKey;
import io.milena.testing.LogLines;
import io.milena.testing.ScriptedStep;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A producer that is closed by whom and when it may be: no future stays open, and nobody waits for ever. */
class ProducerClosingIT {

    private static final String TOPIC = "orders";
    private static final int PARTITIONS = 3;
    private static final int SENDERS = 3;
    private static final String[] CODECS = {"none", "gzip", "lz4", "snappy", "zstd"};
    private static final Duration FOR_EVER = Duration.ofMillis(Long.MAX_VALUE);
    private static final Duration[] TIMEOUTS = {Duration.ZERO, Duration.ofMillis(2), FOR_EVER};

    @AutoClose
    private final ProducerStage stage = new ProducerStage(1).having(TOPIC, 0, 0, 0);

    static LongStream seeds() {
        return LongStream.rangeClosed(1, 24);
    }

    /** Tiny batches, threads that send until they are refused, and callbacks or threads of which some close. */
    @ParameterizedTest
    @MethodSource("seeds")
    void eachFutureHasItsEndWhoeverCloses(long seed) {
        var random = new Random(seed);
        var producer = stage.producer(
                "batch.size",
                80 + random.nextInt(400),
                "linger.ms",
                random.nextInt(3),
                "compression.type",
                CODECS[random.nextInt(CODECS.length)]);
        int closesAt = 20 + random.nextInt(300);
        boolean inCallback = random.nextBoolean();
        Duration timeout = TIMEOUTS[random.nextInt(TIMEOUTS.length)];
        var ended = new AtomicInteger();
        Callback callback = (metadata, error) -> {
            if (ended.incrementAndGet() == closesAt && inCallback) {
                producer.close(timeout);
            }
        };
        Queue<Future<RecordMetadata>> sent = new ConcurrentLinkedQueue<>();
        List<CompletableFuture<Void>> senders = new ArrayList<>();
        for (int i = 0; i < SENDERS; i++) {
            senders.add(CompletableFuture.runAsync(() -> sendUntilRefused(producer, sent, callback)));
        }
        await().until(() -> ended.get() >= closesAt);
        List<CompletableFuture<Void>> closers = new ArrayList<>();
        for (int i = random.nextInt(3); i > 0; i--) {
            closers.add(CompletableFuture.runAsync(() -> producer.close(timeout)));
        }

        producer.close(timeout);

        closers.forEach(closer -> await().until(closer::isDone));
        senders.forEach(sender -> await().until(sender::isDone));
        await().untilAsserted(() -> assertThat(sent)
                .as("seed %d: futures without end of %d", seed, sent.size())
                .allMatch(Future::isDone));
        assertThat(ended).as("seed %d: callbacks", seed).hasValue(sent.size());
    }

    private static void sendUntilRefused(
            KafkaProducer<String, String> producer, Queue<Future<RecordMetadata>> sent, Callback callback) {
        try {
            for (int i = 0; ; i++) {
                sent.add(producer.send(record(TOPIC, i % PARTITIONS, "value " + i), callback));
            }
        } catch (IllegalStateException | KafkaException e) {
            // It is closed.
        }
    }

    @Test
    void aThreadThatHasLessTimeEndsTheWaitingOfAnother() {
        stage.broker(0).always(ApiKey.PRODUCE, ScriptedStep.ignore());
        var producer = stage.producer();
        Future<RecordMetadata> sent = producer.send(record(TOPIC, 0, "unheard"));
        await().until(() -> !stage.broker(0).requests(ApiKey.PRODUCE).isEmpty());
        var patient = CompletableFuture.runAsync(() -> producer.close(FOR_EVER));
        await().until(() -> isRefused(producer));

        producer.close(Duration.ZERO);

        assertThat(sent.isDone()).isTrue();
        assertThat(patient).succeedsWithin(5, TimeUnit.SECONDS);
    }

    private static boolean isRefused(KafkaProducer<String, String> producer) {
        try {
            producer.send(record(TOPIC, 0, "late"));
            return false;
        } catch (IllegalStateException e) {
            return true;
        }
    }

    @Test
    void aCallOfATransactionThatIsNotDoneEndsWithTheProducer() {
        stage.broker(0).always(ApiKey.FIND_COORDINATOR, ScriptedStep.ignore());
        var producer = stage.producer("transactional.id", "till", "max.block.ms", 60_000);
        var initialised = CompletableFuture.runAsync(producer::initTransactions);
        await().until(() -> !stage.broker(0).requests(ApiKey.FIND_COORDINATOR).isEmpty());

        producer.close(Duration.ZERO);

        await().until(initialised::isDone);
        assertThatThrownBy(initialised::join)
                .rootCause()
                .isInstanceOf(KafkaException.class)
                .hasMessageContaining("the producer was closed");
    }

    @Test
    void closingAgainDoesNotTellOfATransactionThatWasNotAborted() {
        try (var lines = new LogLines(ProducerEngine.class)) {
            var producer = stage.producer("transactional.id", "again");

            producer.close(Duration.ZERO);
            producer.close();

            assertThat(lines.all()).isEmpty();
        }
    }
}
