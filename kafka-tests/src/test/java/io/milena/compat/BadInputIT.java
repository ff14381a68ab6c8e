package io.milena.compat;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.protocol.ApiKey;
import io.milena.protocol.BufferSink;
import io.milena.protocol.messages.MetadataRequest;
import io.milena.testkit.BrokerProcess;
import io.milena.testkit.MBeans;
import io.milena.testkit.Resources;
import io.milena.testkit.WireBatch;
import io.milena.testkit.WireClient;
import io.milena.testkit.WireTopic;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Peers that send what is no request, or too much of it: their connection ends or is answered as the protocol says, and
 * after each the broker still serves a neighbour that has been connected all along.
 */
class BadInputIT extends WireSuite {

    private static final long MIB = 1 << 20;
    private static final long MORE_MEMORY_MIB = 300;
    private static final long MORE_HEAP_MIB = 20;
    private static final int CONSUMERS = 500;

    private static WireClient neighbour;

    @BeforeAll
    static void connectNeighbour() {
        neighbour = WireClient.connect(broker.address());
    }

    @AfterAll
    static void disconnectNeighbour() {
        neighbour.close();
    }

    /** On the connection that it had before the first of these tests began. */
    @AfterEach
    void aNeighbourNoticesNothing() {
        var topic = WireTopic.create(neighbour, newName(), Map.of());
        assertThat(topic.produce(WireBatch.now("still here")).errorCode()).isZero();
        assertThat(topic.batches(0)).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET / HTTP/1.1\r\nHost: x\r\n\r\n", "POST /topics HTTP/1.1\r\n\r\n", "\uffff\uffff\uffff"})
    void bytesThatAreNoRequestEndTheirConnection(String text) {
        client.sendRaw(Arrays.copyOf(text.getBytes(StandardCharsets.UTF_8), 100));

        assertThat(client.isClosedByBroker()).isTrue();
    }

    @Test
    void aTlsHelloOnAPlaintextListenerIsNamedInTheLog() {
        byte[] hello = {22, 3, 1, 0, 50, 1, 0, 0, 46, 3, 3, 1, 2, 3, 4, 5, 6, 7, 8, 9};
        client.sendRaw(Arrays.copyOf(hello, 64));

        assertThat(client.isClosedByBroker()).isTrue();
        if (!BrokerProcess.REFERENCE) {
            Awaitility.await()
                    .until(() -> broker.printed().matches("(?s).*TLS.*127\\.0\\.0\\.1.*|.*127\\.0\\.0\\.1.*TLS.*"));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, Integer.MIN_VALUE, Integer.MAX_VALUE, 200_000_000})
    void aLengthThatCannotBeEndsTheConnection(int length) {
        client.sendRaw(ByteBuffer.allocate(4).putInt(length).array());

        assertThat(client.isClosedByBroker()).isTrue();
    }

    @Test
    void aHugeCountInASmallFrameEndsTheConnectionAndReservesNothing() {
        long before = Resources.residentBytes(broker.pid());
        client.sendBody(
                ApiKey.METADATA,
                1,
                ByteBuffer.allocate(40).putInt(Integer.MAX_VALUE).array());

        assertThat(client.isClosedByBroker()).isTrue();
        assertThat(Resources.residentBytes(broker.pid()) - before).isLessThan(200 * MIB);
    }

    @ParameterizedTest
    @ValueSource(shorts = {999, -7, 1000})
    void anUnknownApiEndsTheConnection(short key) {
        byte[] frame = Unpooled.buffer()
                .writeShort(key)
                .writeShort(0)
                .writeInt(1)
                .writeShort(-1)
                .array();
        client.sendFrame(frame);

        assertThat(client.isClosedByBroker()).isTrue();
    }

    @Test
    void anUnknownVersionEndsTheConnection() {
        client.sendBody(ApiKey.PRODUCE, 99, new byte[20]);

        assertThat(client.isClosedByBroker()).isTrue();
    }

    /** It could be told to nobody, as a member of a group would have to be. */
    @Test
    void aNameThatOutgrowsItsFieldOnceItsBadBytesAreReplacedEndsTheConnection() {
        Assumptions.assumeFalse(BrokerProcess.REFERENCE, "answered with UNKNOWN_SERVER_ERROR");
        byte[] name = new byte[11_000];
        Arrays.fill(name, (byte) 0xff);
        var frame = Unpooled.buffer()
                .writeShort(ApiKey.LIST_GROUPS.id())
                .writeShort(0)
                .writeInt(1)
                .writeShort(name.length)
                .writeBytes(name);
        client.sendFrame(Arrays.copyOf(frame.array(), frame.readableBytes()));

        assertThat(client.isClosedByBroker()).isTrue();
    }

    @Test
    void aHalfFrameKeepsNobodyWaiting() {
        client.sendRaw(ByteBuffer.allocate(10).putInt(1_000).array());

        try (var other = WireClient.connect(broker.address())) {
            assertThat(WireTopic.create(other, newName(), Map.of())
                            .produce(WireBatch.now("a"))
                            .errorCode())
                    .isZero();
        }
    }

    @Test
    void framesOfRandomBytesEndTheirConnections() {
        var random = new SplittableRandom(20_260_101);
        for (int i = 0; i < 200; i++) {
            byte[] noise = new byte[1 + random.nextInt(300)];
            random.nextBytes(noise);
            try (var peer = WireClient.connect(broker.address())) {
                peer.sendFrame(noise);

                assertThat(peer.isClosedByBroker()).as("frame %d", i).isTrue();
            }
        }
    }

    @Test
    void everyTruncationOfARequestIsSurvived() {
        var topic = newTopic();
        var whole = Unpooled.buffer();
        topic.production(1, WireBatch.now("a")).write(new BufferSink(whole), (short) 9);
        for (int length = 0; length < whole.readableBytes(); length++) {
            byte[] part = new byte[length];
            whole.getBytes(0, part);
            try (var peer = WireClient.connect(broker.address())) {
                peer.sendBody(ApiKey.PRODUCE, 9, part);
            }
        }
    }

    @Test
    void aPeerThatNeverReadsIsHeldBackNotHeaped() throws InterruptedException {
        long before = Resources.residentBytes(broker.pid());
        byte[] burst = metadataRequests(2_000);
        var sent = new AtomicLong();
        try (var deaf = WireClient.connect(broker.address())) {
            var sender = new Thread(() -> sendUntilHeldBack(deaf, burst, sent));
            sender.start();
            sender.join(Duration.ofSeconds(5).toMillis());

            assertThat(sent.get()).as("bytes that the broker took").isLessThan(500 * MIB);
            assertThat(Resources.residentBytes(broker.pid()) - before).isLessThan(MORE_MEMORY_MIB * MIB);
        }
    }

    private static byte[] metadataRequests(int count) {
        var all = Unpooled.buffer();
        for (int i = 0; i < count; i++) {
            all.writeInt(14)
                    .writeShort(ApiKey.METADATA.id())
                    .writeShort(1)
                    .writeInt(i)
                    .writeShort(-1)
                    .writeInt(-1);
        }
        byte[] bytes = new byte[all.readableBytes()];
        all.readBytes(bytes);
        return bytes;
    }

    /** Ends when the broker stops reading (the socket is closed under it by the test) or closes the connection. */
    private static void sendUntilHeldBack(WireClient client, byte[] burst, AtomicLong sent) {
        try {
            while (sent.get() < 1_000 * MIB) {
                client.sendRaw(burst);
                sent.addAndGet(burst.length);
            }
        } catch (UncheckedIOException e) {
            // Closed by the broker or by the end of the test: either way it has been held back.
        }
    }

    @Test
    void idleConnectionsCostLittleAndTheirDescriptorsComeBack() {
        long descriptors = Resources.openDescriptors(broker.pid());
        long memory = Resources.residentBytes(broker.pid());
        List<WireClient> idle = new ArrayList<>();
        for (int i = 0; i < 2_000; i++) {
            idle.add(WireClient.connect(broker.address()));
        }
        idle.get(0).send(ApiKey.METADATA, 1, new MetadataRequest().topics(List.of()));
        assertThat(idle.get(0).receiveFrame()).isNotEmpty();
        assertThat(Resources.residentBytes(broker.pid()) - memory).isLessThan(MORE_MEMORY_MIB * MIB);

        idle.forEach(WireClient::close);

        Awaitility.await().until(() -> Resources.openDescriptors(broker.pid()) <= descriptors + 10);
    }

    @Test
    void aStormOfConnectionsLeavesNothingBehind() throws IOException {
        long descriptors = Resources.openDescriptors(broker.pid());
        for (int i = 0; i < 1_000; i++) {
            new Socket(broker.address().getAddress(), broker.port()).close();
        }

        Awaitility.await().until(() -> Resources.openDescriptors(broker.pid()) <= descriptors + 10);
    }

    /** Half of them wait for more than there is; the others are answered with all there is, and do not read it. */
    @Test
    void fiveHundredConsumersThatAskForAGibibyteEachDoNotGrowTheHeap() {
        var topic = newTopic(Map.of("max.message.bytes", String.valueOf(2 * MIB)));
        for (int i = 0; i < 8; i++) {
            topic.produce(WireBatch.now("x".repeat((int) MIB)));
        }
        long memory = Resources.residentBytes(broker.pid());
        long heap = broker.usedHeapBytes();
        List<WireClient> fetchers = new ArrayList<>();
        for (int i = 0; i < CONSUMERS; i++) {
            var fetcher = WireClient.connectNarrowly(broker.address());
            fetchers.add(fetcher);
            var request = WireTopic.fetching(WireTopic.LARGE, topic.from(0, WireTopic.LARGE));
            fetcher.send(
                    ApiKey.FETCH,
                    WireTopic.FETCH_VERSION,
                    request.maxWaitMs(60_000).minBytes(i % 2 == 0 ? WireTopic.LARGE : 1));
        }
        awaitConsumersServed();

        assertThat(broker.usedHeapBytes() - heap).isLessThan(MORE_HEAP_MIB * MIB);
        assertThat(Resources.residentBytes(broker.pid()) - memory).isLessThan(MORE_MEMORY_MIB * MIB);
        fetchers.forEach(WireClient::close);
    }

    private static void awaitConsumersServed() {
        if (BrokerProcess.REFERENCE) {
            return;
        }
        String waiting = "kafka.server:type=DelayedOperationPurgatory,name=PurgatorySize,delayedOperation=Fetch";
        String unread = "kafka.network:type=RequestChannel,name=ResponseQueueSize";
        try (MBeans beans = MBeans.of(broker.pid())) {
            Awaitility.await().untilAsserted(() -> {
                assertThat(((Number) beans.value(waiting, "Value")).intValue()).isGreaterThanOrEqualTo(CONSUMERS / 2);
                assertThat(((Number) beans.value(unread, "Value")).intValue()).isGreaterThanOrEqualTo(CONSUMERS / 2);
            });
        }
    }

    @Tag("heavy")
    @Test
    void aFrameWithoutProgressIsClosedInTheEnd() {
        Assumptions.assumeFalse(BrokerProcess.REFERENCE, "the reference waits for connections.max.idle.ms");
        client.sendRaw(ByteBuffer.allocate(10).putInt(1_000).array());

        Awaitility.await().atMost(Duration.ofSeconds(60)).until(client::isClosedByBroker);
    }
}
