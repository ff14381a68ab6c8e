package io.milena.compat;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.luben.zstd.Zstd;
import io.milena.testkit.BrokerProcess;
import io.milena.testkit.WireBatch;
import io.milena.testkit.WireClient;
import io.milena.testkit.WireTopic;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Many producers whose batches make the broker work hard before it can write them, all at once, with 256 MiB for all:
 * nobody is refused for want of memory, small records of others are taken meanwhile, and at once afterwards.
 */
class HeavyProduceIT extends WireSuite {

    private static final int PRODUCERS = 30;
    private static final int ROUNDS = 2;
    private static final Duration PATIENCE = Duration.ofSeconds(120);
    private static final int VALUE_CHARS = 6_000_000;
    private static final Duration USUAL_ANSWER = Duration.ofSeconds(2);

    /** While all of the machine works, and its memory is taken by parts of large requests. */
    private static final Duration BUSY_ANSWER = Duration.ofSeconds(10);

    @BeforeEach
    void notTheReference() {
        Assumptions.assumeFalse(BrokerProcess.REFERENCE, "the reference has no such bounds");
    }

    /** Text that hardly gets smaller. */
    private static String text(int chars) {
        var text = new StringBuilder(chars);
        new Random(1).ints(chars, ' ', '~').forEach(letter -> text.append((char) letter));
        return text.toString();
    }

    private List<WireTopic> topics(int count, Map<String, String> configs) {
        Map<String, Map<String, String>> wanted = new TreeMap<>();
        for (int i = 0; i < count; i++) {
            wanted.put(newName(), configs);
        }
        return WireTopic.createAll(client, wanted);
    }

    @Test
    void batchesThatAreCompressedAnewLeaveMemoryToAll() {
        List<WireTopic> topics = topics(PRODUCERS, Map.of("compression.type", "gzip", "max.message.bytes", "8000000"));
        WireBatch batch = WireBatch.now(text(VALUE_CHARS)).compressed(WireBatch.ZSTD, Zstd::compress);
        byte[] bytes = batch.bytes();
        var other = newTopic();
        ExecutorService producers = Executors.newFixedThreadPool(PRODUCERS);
        List<CompletableFuture<Void>> all = new ArrayList<>();

        for (WireTopic topic : topics) {
            all.add(CompletableFuture.runAsync(() -> produce(topic, bytes), producers));
        }
        producers.shutdown();
        var heavy = CompletableFuture.allOf(all.toArray(CompletableFuture[]::new));
        while (!heavy.isDone()) {
            smallIsTaken(other, BUSY_ANSWER);
        }
        heavy.join();

        smallIsTaken(other, USUAL_ANSWER);
        topics.forEach(topic -> smallIsTaken(topic, USUAL_ANSWER));
        assertThat(broker.printed()).doesNotContain("want of memory", "no memory", "OutOfMemory");
    }

    private static void produce(WireTopic topic, byte[] batch) {
        for (int round = 0; round < ROUNDS; round++) {
            Awaitility.await().atMost(PATIENCE).until(() -> isTaken(topic, batch));
        }
    }

    /** False if the broker has closed the connection, as it does with the slowest of too many parts of requests. */
    private static boolean isTaken(WireTopic topic, byte[] batch) {
        try (var own = WireClient.connect(broker.address(), (int) PATIENCE.toMillis())) {
            assertThat(topic.over(own).produceBytes(batch).errorCode()).isZero();
            return true;
        } catch (UncheckedIOException closed) {
            return false;
        }
    }

    private static void smallIsTaken(WireTopic topic, Duration within) {
        long began = System.nanoTime();
        assertThat(topic.produce(WireBatch.now("small")).errorCode()).isZero();
        assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(within);
    }
}
