package io.milena.server.network;

import static io.milena.server.network.ServerFixture.SOON;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.codahale.metrics.Meter;
import io.milena.server.network.ServerFixture.Client;
import java.io.EOFException;
import java.io.IOException;
import java.net.SocketException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Many connections, too many of them, and their descriptors afterwards. */
class ManyConnectionsIT {

    private static final Path DESCRIPTORS = Path.of("/proc/self/fd");
    private static final byte[] HELLO = {1, 2, 3};
    private static final Duration BLOCKED = Duration.ofMillis(20);

    /** Zero where the system does not tell. */
    private static long openDescriptors() throws IOException {
        if (!Files.isDirectory(DESCRIPTORS)) {
            return 0;
        }
        try (Stream<Path> open = Files.list(DESCRIPTORS)) {
            return open.count();
        }
    }

    @Test
    void thousandsOfIdleConnectionsHoldNothingAndComeBack() throws IOException {
        try (var fixture = ServerFixture.echoing(Transport.best())) {
            fixture.connect().close();
            await().atMost(SOON).until(() -> fixture.metrics.openConnections() == 0);
            long before = openDescriptors();
            List<Client> clients = new ArrayList<>();
            for (int i = 0; i < 2000; i++) {
                Client client = fixture.connect();
                clients.add(client);
                client.ask(HELLO);
            }

            assertThat(fixture.metrics.openConnections()).isEqualTo(2000);
            assertThat(clients.get(0).ask(HELLO)).isEqualTo(HELLO);
            for (Client client : clients) {
                client.close();
            }
            await().atMost(SOON).until(() -> fixture.metrics.openConnections() == 0);
            assertThat(openDescriptors()).isLessThanOrEqualTo(before + 10);
        }
    }

    @Test
    void aStormOfConnectionsLeavesNoDescriptorBehind() throws IOException {
        try (var fixture = ServerFixture.echoing(Transport.best());
                Client neighbour = fixture.connect()) {
            neighbour.ask(HELLO);
            long before = openDescriptors();

            for (int i = 0; i < 3000; i++) {
                Client client = fixture.connect();
                if (i % 3 == 0) {
                    client.out.writeInt(i);
                }
                if (i % 2 == 0) {
                    client.socket.setSoLinger(true, 0);
                }
                client.close();
            }

            assertThat(neighbour.ask(HELLO)).isEqualTo(HELLO);
            await().atMost(SOON)
                    .untilAsserted(() -> assertThat(openDescriptors()).isLessThanOrEqualTo(before + 10));
            await().atMost(SOON).until(() -> fixture.metrics.openConnections() == 1);
        }
    }

    @Test
    void oneAddressHasNoMoreConnectionsThanItMay() throws IOException {
        NetworkConfig config = ServerFixture.config(Map.of("max.connections.per.ip", "2"));
        try (var fixture = new ServerFixture(Transport.best(), ServerFixture::echo, config);
                Client first = fixture.connect()) {
            Client second = fixture.connect();
            first.ask(HELLO);
            second.ask(HELLO);
            try (Client third = fixture.connect()) {
                assertThat(third.isTurnedAway()).isTrue();
            }
            second.close();

            await().atMost(SOON).until(() -> fixture.metrics.openConnections() == 1);
            await().atMost(SOON).until(() -> isServed(fixture));
            assertThat(fixture.linesWith("max.connections.per.ip is reached")).hasSize(1);
        }
    }

    private static boolean isServed(ServerFixture fixture) throws IOException {
        try (Client client = fixture.connect()) {
            return client.ask(HELLO).length == HELLO.length;
        } catch (EOFException | SocketException turnedAway) {
            return false;
        }
    }

    @Test
    void moreConnectionsThanAllMayHaveWaitForTheirTurn() throws IOException {
        NetworkConfig config = ServerFixture.config(Map.of("max.connections", "1"));
        try (var fixture = new ServerFixture(Transport.best(), ServerFixture::echo, config)) {
            Client first = fixture.connect();
            first.ask(HELLO);
            try (Client second = fixture.connect()) {
                second.send(HELLO);
                long began = System.nanoTime();
                await().until(() -> System.nanoTime() - began > BLOCKED.toNanos());
                first.close();

                assertThat(second.receive()).isEqualTo(HELLO);
            }
            Meter blocked = fixture.metrics.blockedTime("PLAIN");
            assertThat(blocked.getCount()).isGreaterThan(BLOCKED.toNanos());
        }
    }
}
