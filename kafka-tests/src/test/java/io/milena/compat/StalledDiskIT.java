package io.milena.compat;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.Meter;
import com.github.luben.zstd.Zstd;
import io.milena.common.errors.ErrorCode;
import io.milena.protocol.ApiKey;
import io.milena.protocol.messages.ProduceResponse;
import io.milena.storage.GatedFileStore.Beyond;
import io.milena.storage.GatedFileStore.Gate;
import io.milena.testkit.GatedBroker;
import io.milena.testkit.WireBatch;
import io.milena.testkit.WireClient;
import io.milena.testkit.WireTopic;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Writes and forces that truly stall or fail, under clients on real sockets: who needs the file waits, hears what came
 * of it, and nobody else notices.
 */
class StalledDiskIT {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration USUAL_ANSWER = Duration.ofSeconds(1);
    private static final int ROUNDS = 50;
    private static final Map<String, String> EACH_FORCED = Map.of("flush.messages", "1");

    @TempDir
    private Path root;

    private GatedBroker broker;

    @AfterEach
    void stop() {
        broker.close();
    }

    /** One broker with a topic that will have trouble, and one beside it, in the first directory; and one elsewhere. */
    private void begin(int loops, Map<String, String> settings) {
        broker = new GatedBroker(root, loops);
        broker.lead("slow", settings);
        broker.lead("elsewhere", Map.of());
        broker.lead("beside", Map.of());
        try (var client = broker.connect(PATIENCE)) {
            for (String topic : List.of("slow", "elsewhere", "beside")) {
                assertThat(produced(client, topic)).isEqualTo(ErrorCode.NONE);
            }
        }
    }

    private Gate stalled(String call, Beyond beyond) {
        return broker.disk().stall(call, broker.firstSegment(0, "slow"), beyond);
    }

    private static ErrorCode produced(WireClient client, String topic) {
        return ErrorCode.of(
                WireTopic.named(client, topic).produce(WireBatch.now("small")).errorCode());
    }

    /** Sends records to the topic that has trouble, and does not wait. */
    private WireClient sent(int acks, byte[] batch) {
        WireClient client = broker.connect(PATIENCE);
        var request = WireTopic.named(client, "slow").production(acks, batch);
        client.send(ApiKey.PRODUCE, WireTopic.PRODUCE_VERSION, request);
        return client;
    }

    private static byte[] small() {
        return WireBatch.now("small").bytes();
    }

    /** So much work that no event loop does it. */
    private static byte[] heavy() {
        var text = new StringBuilder();
        new Random(1).ints(300_000, ' ', '~').forEach(letter -> text.append((char) letter));
        return WireBatch.now(text.toString())
                .compressed(WireBatch.ZSTD, Zstd::compress)
                .bytes();
    }

    private static ProduceResponse.PartitionProduceResponse answer(WireClient client) {
        try (client) {
            return WireTopic.only(client.receive(ProduceResponse.class, ApiKey.PRODUCE, WireTopic.PRODUCE_VERSION));
        }
    }

    private static ErrorCode answeredError(WireClient client) {
        return ErrorCode.of(answer(client).errorCode());
    }

    private static void servedAtOnce(WireClient client, String... topics) {
        for (int i = 0; i < ROUNDS; i++) {
            for (String topic : topics) {
                long began = System.nanoTime();
                assertThat(produced(client, topic)).isEqualTo(ErrorCode.NONE);
                assertThat(WireTopic.named(client, topic).batches(i)).isNotEmpty();
                assertThat(Duration.ofNanos(System.nanoTime() - began))
                        .as(topic)
                        .isLessThan(USUAL_ANSWER);
            }
        }
    }

    @Test
    void aWriteThatStallsOnALaneKeepsOnlyItsPartitionWaiting() {
        begin(1, Map.of());
        Gate gate = stalled("write", Beyond.GOES_ON);

        WireClient first = sent(1, heavy());
        gate.awaitArrival();
        WireClient second = sent(-1, small());
        try (var other = broker.connect(PATIENCE)) {
            servedAtOnce(other, "elsewhere", "beside");
            assertThat(WireTopic.named(other, "slow").batches(0))
                    .as("what is there is read")
                    .hasSize(1);
        }
        gate.open();

        assertThat(answer(first).baseOffset()).isEqualTo(1);
        assertThat(answer(second).baseOffset()).isEqualTo(2);
    }

    /** What a loop has begun to write cannot be taken back: its connections wait for the disk, this once. */
    @Test
    void aWriteThatStallsOnALoopKeepsTheOtherLoopsServing() {
        begin(2, Map.of());
        WireClient here = broker.connect(PATIENCE);
        try (var there = broker.connect(PATIENCE)) {
            assertThat(produced(here, "slow")).isEqualTo(ErrorCode.NONE);
            servedAtOnce(there, "elsewhere");
            Gate gate = stalled("write", Beyond.GOES_ON);

            var request = WireTopic.named(here, "slow").production(1, small());
            here.send(ApiKey.PRODUCE, WireTopic.PRODUCE_VERSION, request);
            gate.awaitArrival();
            servedAtOnce(there, "elsewhere", "beside");
            gate.open();

            assertThat(answeredError(here)).isEqualTo(ErrorCode.NONE);
        }
    }

    @Test
    void aForceThatStallsKeepsOnlyThoseWaitingWhoWantIt() {
        begin(1, EACH_FORCED);
        Gate gate = stalled("force", Beyond.GOES_ON);

        WireClient leader = sent(1, small());
        gate.awaitArrival();
        WireClient all = sent(-1, small());
        try (var other = broker.connect(PATIENCE)) {
            servedAtOnce(other, "elsewhere", "beside");
        }
        gate.open();

        assertThat(answer(leader).baseOffset()).isEqualTo(1);
        assertThat(answer(all).baseOffset()).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, -1})
    void aForceThatFailsInTheMiddleTellsWhoWaitsAndTakesItsDirectoryAlone(int acks) {
        begin(1, EACH_FORCED);
        Gate gate = stalled("force", Beyond.FAILS);

        WireClient first = sent(acks, small());
        gate.awaitArrival();
        WireClient second = sent(acks, small());
        try (var other = broker.connect(PATIENCE)) {
            servedAtOnce(other, "elsewhere", "beside");
            gate.open();

            assertThat(answeredError(first)).isEqualTo(ErrorCode.KAFKA_STORAGE_ERROR);
            assertThat(answeredError(second)).isEqualTo(ErrorCode.KAFKA_STORAGE_ERROR);
            theFirstDirectoryAloneIsOffline(other);
        }
    }

    @Test
    void aWriteThatFailsInTheMiddleTellsWhoWaitsAndTakesItsDirectoryAlone() {
        begin(1, Map.of());
        Gate gate = stalled("write", Beyond.FAILS);

        WireClient first = sent(1, heavy());
        gate.awaitArrival();
        WireClient second = sent(-1, small());
        gate.open();

        assertThat(answeredError(first)).isEqualTo(ErrorCode.KAFKA_STORAGE_ERROR);
        assertThat(answeredError(second)).isEqualTo(ErrorCode.KAFKA_STORAGE_ERROR);
        try (var other = broker.connect(PATIENCE)) {
            theFirstDirectoryAloneIsOffline(other);
        }
    }

    private void theFirstDirectoryAloneIsOffline(WireClient other) {
        for (String topic : List.of("slow", "beside")) {
            Awaitility.await().until(() -> produced(other, topic), ErrorCode.KAFKA_STORAGE_ERROR::equals);
            assertThat(WireTopic.named(other, topic)
                            .fetch(WireTopic.FETCH_VERSION, 0)
                            .errorCode())
                    .isEqualTo(ErrorCode.KAFKA_STORAGE_ERROR.code());
        }
        servedAtOnce(other, "elsewhere");
        assertThat(broker.isOnline(0)).isFalse();
        assertThat(broker.isOnline(1)).isTrue();
    }

    @Test
    void wantOfMemoryInTheMiddleOfAnAppendIsAnsweredAndLeavesAllWhole() throws IOException {
        begin(1, Map.of());
        long sizeBefore = Files.size(broker.firstSegment(0, "slow"));
        Gate gate = stalled("write", Beyond.LACKS_MEMORY);

        WireClient first = sent(1, heavy());
        gate.awaitArrival();
        WireClient second = sent(-1, heavy());
        gate.open();
        assertThat(answeredError(first)).isEqualTo(ErrorCode.KAFKA_STORAGE_ERROR);
        assertThat(answeredError(second)).isEqualTo(ErrorCode.KAFKA_STORAGE_ERROR);
        broker.disk().remove(gate);

        assertThat(Files.size(broker.firstSegment(0, "slow"))).isEqualTo(sizeBefore);
        Meter refused = broker.registry()
                .meter("kafka.network:type=RequestMetrics,name=ErrorsPerSec,request=Produce,error=KAFKA_STORAGE_ERROR");
        assertThat(refused.getCount()).isEqualTo(2);
        assertThat(answer(sent(1, heavy())).baseOffset()).isEqualTo(1);
        assertThat(answer(sent(-1, small())).baseOffset()).isEqualTo(2);
        try (var other = broker.connect(PATIENCE)) {
            servedAtOnce(other, "slow", "beside", "elsewhere");
            assertThat(broker.isOnline(0)).isTrue();
        }
    }
}
