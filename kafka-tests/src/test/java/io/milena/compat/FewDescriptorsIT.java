package io.milena.compat;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.common.errors.ErrorCode;
import io.milena.protocol.ApiKey;
import io.milena.protocol.messages.MetadataRequest;
import io.milena.protocol.messages.MetadataResponse;
import io.milena.testkit.BrokerProcess;
import io.milena.testkit.WireBatch;
import io.milena.testkit.WireClient;
import io.milena.testkit.WireTopic;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A broker whose descriptors are used up, by connections: what needs one waits or is refused, and nothing is lost. */
class FewDescriptorsIT {

    private static final int DESCRIPTORS = 400;
    private static final int PATIENCE_MS = 400;
    private static final int METADATA_VERSION = 4;

    @TempDir
    private Path folder;

    private final List<WireClient> idle = new ArrayList<>();

    @Test
    void whatNeedsOneIsRefusedUntilSomeAreFreeAgain() {
        try (var broker = BrokerProcess.startWithDescriptors(DESCRIPTORS, folder, Map.of());
                var client = WireClient.connect(broker.address())) {
            WireTopic rolling = WireTopic.create(client, "rolling", Map.of("segment.bytes", "300"));
            WireTopic steady = WireTopic.create(client, "steady", Map.of());
            Awaitility.await().until(() -> produced(rolling), ErrorCode.NONE::equals);
            Awaitility.await().until(() -> produced(steady), ErrorCode.NONE::equals);
            useUpDescriptors(broker);

            int taken = 1 + takenUntilRefused(rolling);
            assertThat(produced(steady)).as("needs no new file").isEqualTo(ErrorCode.NONE);
            assertThat(produced(rolling)).isEqualTo(ErrorCode.KAFKA_STORAGE_ERROR);
            idle.forEach(WireClient::close);

            Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> produced(rolling), ErrorCode.NONE::equals);
            try (var late = WireClient.connect(broker.address())) {
                assertThat(rolling.over(late).offsetAt(-1).offset()).isEqualTo(taken + 1);
                assertThat(steady.over(late).batches(0)).hasSize(2);
                assertThat(allOf(rolling.over(late))).isEqualTo(taken + 1);
            }
            assertThat(broker.printed()).as("every directory serves").doesNotContain("goes offline");
            assertThat(broker.stop()).as("ended cleanly").isTrue();
        }
    }

    private static ErrorCode produced(WireTopic topic) {
        return ErrorCode.of(topic.produce(WireBatch.now("x".repeat(150))).errorCode());
    }

    /** Connects until the broker accepts no more; those that wait take whatever descriptor is given back. */
    private void useUpDescriptors(BrokerProcess broker) {
        boolean isAnswered = true;
        while (isAnswered) {
            assertThat(idle.size()).as("connections").isLessThan(DESCRIPTORS);
            WireClient next = WireClient.connect(broker.address(), PATIENCE_MS);
            idle.add(next);
            isAnswered = isAnswered(next);
        }
        for (int i = 0; i < 5; i++) {
            idle.add(WireClient.connect(broker.address(), PATIENCE_MS));
        }
    }

    private static boolean isAnswered(WireClient client) {
        try {
            var nothing = new MetadataRequest().topics(List.of());
            client.call(MetadataResponse.class, ApiKey.METADATA, METADATA_VERSION, nothing);
            return true;
        } catch (UncheckedIOException e) {
            return false;
        }
    }

    /** Each that is taken begins a segment, and keeps its file open. */
    private static int takenUntilRefused(WireTopic rolling) {
        int taken = 0;
        ErrorCode outcome = produced(rolling);
        while (outcome == ErrorCode.NONE) {
            taken++;
            assertThat(taken).as("appends with a new file each").isLessThan(DESCRIPTORS);
            outcome = produced(rolling);
        }
        assertThat(outcome).isEqualTo(ErrorCode.KAFKA_STORAGE_ERROR);
        return taken;
    }

    private static int allOf(WireTopic topic) {
        int count = 0;
        List<byte[]> batches = topic.batches(count);
        while (!batches.isEmpty()) {
            count += batches.size();
            batches = topic.batches(count);
        }
        return count;
    }
}
