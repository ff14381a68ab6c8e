package io.milena.server.network;

import static io.milena.server.network.ServerFixture.SOON;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.milena.common.time.Scheduler;
import io.milena.protocol.GatheringSink;
import io.milena.server.network.ServerFixture.Client;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Requests and answers over real sockets, on each transport. */
class NetworkServerIT {

    private static byte[] random(int bytes, long seed) {
        var random = new byte[bytes];
        new Random(seed).nextBytes(random);
        return random;
    }

    @ParameterizedTest
    @EnumSource(Transport.class)
    void requestsOfEverySizeAreAnswered(Transport transport) throws IOException {
        try (var fixture = ServerFixture.echoing(transport);
                Client client = fixture.connect()) {
            for (int bytes : new int[] {0, 1, 100, 5_000, 70_000, 1_000_000, 5_000_000}) {
                byte[] request = random(bytes, bytes);

                CompletableFuture<Void> sending = sendInBackground(client, request);

                assertThat(client.receive()).isEqualTo(request);
                sending.join();
            }
        }
    }

    private static CompletableFuture<Void> sendInBackground(Client client, byte[] request) {
        return CompletableFuture.runAsync(() -> {
            try {
                client.send(request);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    @ParameterizedTest
    @EnumSource(Transport.class)
    void answersFromOtherThreadsKeepTheOrderOfTheRequests(Transport transport) throws IOException {
        ExecutorService workers = Executors.newFixedThreadPool(3);
        RequestSink sink = exchange -> {
            GatheringSink response = ServerFixture.response(exchange);
            exchange.proceed();
            workers.execute(() -> exchange.reply(response));
        };
        try (var fixture = new ServerFixture(transport, sink, ServerFixture.config(Map.of()));
                Client client = fixture.connect()) {
            int count = 2000;
            CompletableFuture<Void> sending = CompletableFuture.runAsync(() -> {
                for (int i = 0; i < count; i++) {
                    sendInBackground(client, ByteBuffer.allocate(8).putInt(i).array())
                            .join();
                }
            });

            for (int i = 0; i < count; i++) {
                assertThat(ByteBuffer.wrap(client.receive()).getInt()).isEqualTo(i);
            }
            sending.join();
        } finally {
            workers.shutdown();
        }
    }

    @ParameterizedTest
    @EnumSource(Transport.class)
    void recordsOfAFileAreSentAndGivenBack(Transport transport, @TempDir Path folder) throws IOException {
        byte[] content = random(3_000_000, 1);
        Path file = Files.write(folder.resolve("records"), content);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            var records = new FileRegionStub(channel, 1000, 2_500_000);
            RequestSink sink = exchange -> {
                var response = new GatheringSink(exchange.allocator(), 64);
                response.buffer().writeInt(2_500_000 + 8).writeInt(7);
                response.records(records);
                response.buffer().writeInt(9);
                exchange.reply(response);
            };
            try (var fixture = new ServerFixture(transport, sink, ServerFixture.config(Map.of()));
                    Client client = fixture.connect()) {
                ByteBuffer answer = ByteBuffer.wrap(client.ask(new byte[4]));

                assertThat(answer.getInt()).isEqualTo(7);
                assertThat(answer.slice(4, 2_500_000)).isEqualTo(ByteBuffer.wrap(content, 1000, 2_500_000));
                assertThat(answer.getInt(2_500_004)).isEqualTo(9);
                assertThat(records.refCnt()).isEqualTo(1);
            }
            try (var fixture = new ServerFixture(transport, sink, ServerFixture.config(Map.of()))) {
                try (Client client = fixture.connect()) {
                    client.send(new byte[4]);
                    client.in.readInt();
                }

                await().atMost(SOON)
                        .untilAsserted(() -> assertThat(records.refCnt()).isEqualTo(1));
            }
            assertThat(channel.isOpen()).isTrue();
        }
    }

    @Test
    void stoppingAnswersWhatWasBegun() throws IOException {
        var begun = new ConcurrentLinkedQueue<Exchange>();
        var fixture = new ServerFixture(Transport.best(), begun::add, ServerFixture.config(Map.of()));
        try (fixture;
                Client client = fixture.connect()) {
            client.send(new byte[] {1});
            client.send(new byte[] {2});
            await().atMost(SOON).until(() -> begun.size() == 1);

            CompletableFuture<Void> stopping = CompletableFuture.runAsync(() -> fixture.server.stop(SOON));
            await().atMost(SOON).until(() -> !isAccepted(fixture));
            Exchange exchange = begun.remove();
            exchange.scheduler().execute(() -> ServerFixture.echo(exchange));

            assertThat(client.receive()).containsExactly(1);
            assertThat(client.isTurnedAway()).isTrue();
            stopping.join();
            assertThat(begun).isEmpty();
        }
    }

    private static boolean isAccepted(ServerFixture fixture) {
        try (Client another = fixture.connect()) {
            return another.socket.isConnected();
        } catch (IOException | IllegalArgumentException refused) {
            return false;
        }
    }

    @Test
    void anAnswerThatComesAfterEverythingStoppedIsGivenUp() throws IOException {
        var begun = new ConcurrentLinkedQueue<Exchange>();
        var fixture = new ServerFixture(Transport.best(), begun::add, ServerFixture.config(Map.of()));
        try (Client client = fixture.connect()) {
            client.send(new byte[] {1});
            await().atMost(SOON).until(() -> begun.size() == 1);
            Exchange exchange = begun.remove();
            GatheringSink late = new GatheringSink(exchange.allocator(), 8);
            late.buffer().writeInt(0);
            fixture.server.stop(Duration.ZERO);
            fixture.loops.stop(Duration.ofSeconds(5));

            exchange.reply(late);

            assertThat(late.buffer().refCnt()).isZero();
        } finally {
            fixture.close();
        }
    }

    @Test
    void tasksAndTimersGivenAfterEverythingStoppedAreDropped() throws IOException {
        var begun = new ConcurrentLinkedQueue<Exchange>();
        var fixture = new ServerFixture(Transport.best(), begun::add, ServerFixture.config(Map.of()));
        try (Client client = fixture.connect()) {
            client.send(new byte[] {1});
            await().atMost(SOON).until(() -> begun.size() == 1);
            Scheduler scheduler = begun.remove().scheduler();
            fixture.server.stop(Duration.ZERO);
            fixture.loops.stop(Duration.ofSeconds(5));
            var ran = new AtomicInteger();

            scheduler.execute(ran::incrementAndGet);
            scheduler.after(Duration.ZERO, ran::incrementAndGet).cancel();

            assertThat(ran).hasValue(0);
        } finally {
            fixture.close();
        }
    }

    @Test
    void severalListenersAreBoundEachOnAPortOfItsOwn() throws IOException {
        try (var fixture = ServerFixture.echoing(Transport.best())) {
            fixture.server.bind(
                    List.of(new ListenerConfig("SECOND", "localhost", 0), new ListenerConfig("ALL", "", 0)),
                    fixture.loops);
            fixture.server.accept();

            for (String name : List.of("SECOND", "ALL")) {
                try (var client = new Client(new Socket("127.0.0.1", fixture.server.boundPort(name)))) {
                    assertThat(client.ask(new byte[] {3})).containsExactly(3);
                }
            }
        }
    }

    @Test
    void aListenerMayBeAnIpv6Address() throws IOException {
        Assumptions.assumeTrue(Files.exists(Path.of("/proc/net/if_inet6")), "this machine has no IPv6");
        try (var fixture = ServerFixture.echoing(Transport.best())) {
            try {
                fixture.server.bind(List.of(new ListenerConfig("SIX", "[::1]", 0)), fixture.loops);
            } catch (IOException withoutIpv6) {
                Assumptions.abort("this machine has no IPv6: " + withoutIpv6.getMessage());
            }
            fixture.server.accept();

            try (var client = new Client(new Socket("::1", fixture.server.boundPort("SIX")))) {
                assertThat(client.ask(new byte[] {3})).containsExactly(3);
            }
        }
    }

    @Test
    void anAddressThatIsTakenIsNamed() throws IOException {
        try (var fixture = ServerFixture.echoing(Transport.best())) {
            var taken = new ListenerConfig("AGAIN", "127.0.0.1", fixture.port());

            assertThatThrownBy(() -> fixture.server.bind(List.of(taken), fixture.loops))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("AGAIN://127.0.0.1:" + fixture.port())
                    .hasMessageContaining("in use");
        }
    }
}
