package io.milena.server.network;

import static io.milena.server.network.ServerFixture.SOON;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.milena.server.network.ServerFixture.Client;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is no request closes its own connection with a word in the log, and nobody else notices. */
class BadInputIT {

    private static final byte[] HELLO = "hello".getBytes(StandardCharsets.UTF_8);

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            474554202f20485454502f312e310d0a | an HTTP client spoke to the listener PLAIN, from /127.0.0.1:
            16030100c8010000c40303ab         | a TLS client spoke to the plaintext listener PLAIN, from /127.0.0.1:
            7fffffff0000                     | a request of 2147483647 bytes, more than socket.request.max.bytes allows
            ffffffff00                       | a request of negative length -1 came to the listener PLAIN, from /127
            """)
    void aConnectionThatSpeaksSomethingElseIsClosedWithOneLine(String bytes, String line) throws IOException {
        try (var fixture = ServerFixture.echoing(Transport.best());
                Client neighbour = fixture.connect();
                Client client = fixture.connect()) {
            client.out.write(HexFormat.of().parseHex(bytes));

            assertThat(client.isTurnedAway()).isTrue();
            assertThat(fixture.linesWith(line)).hasSize(1);
            assertThat(neighbour.ask(HELLO)).isEqualTo(HELLO);
        }
    }

    @Test
    void manyBadClientsMakeFewLines() throws IOException {
        try (var fixture = ServerFixture.echoing(Transport.best())) {
            for (int i = 0; i < 50; i++) {
                try (Client client = fixture.connect()) {
                    client.out.writeInt(-1);
                    assertThat(client.isTurnedAway()).isTrue();
                }
            }

            assertThat(fixture.linesWith("negative length")).hasSizeLessThan(15);
        }
    }

    @ParameterizedTest
    @CsvSource({"1", "2", "3", "4", "5"})
    void randomBytesHarmNobody(long seed) throws IOException {
        try (var fixture = ServerFixture.echoing(Transport.best());
                Client neighbour = fixture.connect()) {
            for (int i = 0; i < 20; i++) {
                var bytes = new byte[200];
                new Random(seed * 1000 + i).nextBytes(bytes);
                try (Client client = fixture.connect()) {
                    client.out.write(bytes);
                }
            }

            assertThat(neighbour.ask(HELLO)).isEqualTo(HELLO);
            await().atMost(SOON)
                    .untilAsserted(
                            () -> assertThat(fixture.metrics.openConnections()).isEqualTo(1));
        }
    }

    @Test
    void halfARequestAndSilenceIsClosed() throws IOException {
        NetworkConfig config = ServerFixture.impatient(Duration.ofMinutes(1), Duration.ofMillis(200));
        try (var fixture = new ServerFixture(Transport.best(), ServerFixture::echo, config);
                Client client = fixture.connect()) {
            client.out.writeInt(100);
            client.out.write(HELLO);

            assertThat(client.isTurnedAway()).isTrue();
            assertThat(fixture.linesWith("made no progress")).hasSize(1);
        }
    }

    @Test
    void aSilentConnectionIsClosed() throws IOException {
        NetworkConfig config = ServerFixture.impatient(Duration.ofMillis(200), Duration.ofMinutes(1));
        try (var fixture = new ServerFixture(Transport.best(), ServerFixture::echo, config);
                Client client = fixture.connect()) {
            client.ask(HELLO);

            assertThat(client.isTurnedAway()).isTrue();
            assertThat(fixture.metrics.expiredConnections()).isEqualTo(1);
        }
    }

    @Test
    void aClientThatNeverReadsIsNotServedFurtherThanItsLimit() throws IOException {
        var handled = new AtomicInteger();
        RequestSink counting = exchange -> {
            handled.incrementAndGet();
            ServerFixture.echo(exchange);
        };
        try (var fixture = new ServerFixture(Transport.best(), counting, ServerFixture.config(Map.of()));
                SocketChannel client = SocketChannel.open(new InetSocketAddress("127.0.0.1", fixture.port()));
                Client neighbour = fixture.connect()) {
            client.configureBlocking(false);
            int frameBytes = 50_000;
            long written = writeUntilRefused(client, frameBytes);

            long unhandled = written - (long) handled.get() * frameBytes;
            assertThat(unhandled).isGreaterThan(frameBytes);
            assertThat(written).isLessThan(64 << 20);
            assertThat(neighbour.ask(HELLO)).isEqualTo(HELLO);
        }
    }

    /** Sends requests until neither the server nor the system takes more for a second. */
    private static long writeUntilRefused(SocketChannel client, int frameBytes) throws IOException {
        ByteBuffer frame = ByteBuffer.allocate(frameBytes).putInt(0, frameBytes - Integer.BYTES);
        long written = 0;
        long lastProgress = System.nanoTime();
        while (System.nanoTime() - lastProgress < Duration.ofSeconds(1).toNanos() && written < 100 << 20) {
            int bytes = client.write(frame);
            if (!frame.hasRemaining()) {
                frame.rewind();
            }
            if (bytes > 0) {
                written += bytes;
                lastProgress = System.nanoTime();
            }
            Thread.onSpinWait();
        }
        return written;
    }
}
