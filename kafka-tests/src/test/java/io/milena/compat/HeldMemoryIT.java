package io.milena.compat;

import static io.milena.testkit.WireTopic.LARGE;
import static org.assertj.core.api.Assertions.assertThat;

import io.milena.protocol.ApiKey;
import io.milena.protocol.RecordsBuffer;
import io.milena.protocol.messages.FetchRequest;
import io.milena.protocol.messages.FetchResponse;
import io.milena.testkit.BrokerProcess;
import io.milena.testkit.Resources;
import io.milena.testkit.WireBatch;
import io.milena.testkit.WireClient;
import io.milena.testkit.WireTopic;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Peers that make the broker hold more than it has memory for, 256 MiB: all others are served as if nothing were.
 */
class HeldMemoryIT extends WireSuite {

    private static final int MIB = 1 << 20;
    private static final long MORE_MEMORY_BYTES = 400L * MIB;
    private static final int OLD_VERSION = 2;
    private static final int OLD_WAIT_MS = 200;
    private static final Duration USUAL_ANSWER = Duration.ofSeconds(2);

    private long residentBefore;

    @BeforeEach
    void measureBefore() {
        Assumptions.assumeFalse(BrokerProcess.REFERENCE, "the reference has no such bounds");
        newTopic().produce(WireBatch.now("warm"));
        residentBefore = Resources.residentBytes(broker.pid());
    }

    /** Produces and fetches some times. */
    private void othersAreServed(WireTopic topic) {
        for (int i = 0; i < 20; i++) {
            long began = System.nanoTime();
            long offset = topic.produce(WireBatch.now("still here")).baseOffset();
            assertThat(topic.batches(offset)).hasSize(1);
            assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(USUAL_ANSWER);
        }
        assertThat(Resources.residentBytes(broker.pid()) - residentBefore).isLessThan(MORE_MEMORY_BYTES);
    }

    @Test
    void oldClientsThatDoNotReadLeaveMemoryToOthers() {
        var large = newTopic(Map.of("max.message.bytes", String.valueOf(2 * MIB)));
        for (int i = 0; i < 8; i++) {
            large.produce(WireBatch.now("x".repeat(MIB / 2)));
        }
        var other = newTopic();
        List<WireClient> deaf = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            var client = WireClient.connectNarrowly(broker.address());
            deaf.add(client);
            client.send(ApiKey.FETCH, OLD_VERSION, old(large));
            client.send(ApiKey.FETCH, OLD_VERSION, old(large));
        }

        Awaitility.await("no room for one more").until(() -> oldBytes(large) == 0);
        othersAreServed(other);
        deaf.forEach(WireClient::close);

        Awaitility.await("room again").until(() -> oldBytes(large) > 3 * MIB);
    }

    private static FetchRequest old(WireTopic topic) {
        return WireTopic.fetching(LARGE, topic.from(0, 4 * MIB)).maxWaitMs(OLD_WAIT_MS);
    }

    private int oldBytes(WireTopic topic) {
        var response = client.call(FetchResponse.class, ApiKey.FETCH, OLD_VERSION, old(topic));
        var partition = response.responses().get(0).partitions().get(0);
        assertThat(partition.errorCode()).isZero();
        assertThat(partition.highWatermark()).isEqualTo(8);
        return ((RecordsBuffer) Objects.requireNonNull(partition.records())).sizeBytes();
    }

    @Test
    void requestsThatNeverEndLeaveMemoryToOthers() {
        var other = newTopic();
        List<WireClient> endless = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            endless.add(WireClient.connect(broker.address()));
        }
        byte[] begin = ByteBuffer.allocate(MIB / 2).putInt(20 * MIB).array();
        byte[] more = new byte[MIB / 2];

        for (int round = 0; round < 16; round++) {
            byte[] part = round == 0 ? begin : more;
            endless.removeIf(client -> !isSent(client, part));
            othersAreServed(other);
        }

        assertThat(endless).as("still open").isNotEmpty().hasSizeLessThan(60);
        assertThat(broker.printed()).contains("too many bytes of incomplete requests");
        endless.forEach(WireClient::close);
        var whole = newTopic(Map.of("max.message.bytes", String.valueOf(30 * MIB)));
        Awaitility.await("room for a large request")
                .until(() -> whole.produce(WireBatch.now("x".repeat(20 * MIB))).errorCode() == 0);
    }

    /** False, and it is closed, if the broker has closed the connection. */
    private static boolean isSent(WireClient client, byte[] part) {
        try {
            client.sendRaw(part);
            return true;
        } catch (UncheckedIOException e) {
            client.close();
            return false;
        }
    }
}
