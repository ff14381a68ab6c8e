package io.milena.transport;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.common.KafkaException;
import io.milena.common.errors.DisconnectException;
import io.milena.common.errors.TimeoutException;
import io.milena.common.errors.UnsupportedVersionException;
import io.milena.protocol.ApiKey;
import io.milena.protocol.ApiMessage;
import io.milena.protocol.VersionRange;
import io.milena.protocol.messages.ApiVersionsRequest;
import io.milena.protocol.messages.HeartbeatRequest;
import io.milena.protocol.messages.HeartbeatResponse;
import io.milena.protocol.messages.ProduceResponse;
import io.milena.testing.ScriptedBroker;
import io.milena.testing.ScriptedExchange;
import io.milena.testing.ScriptedStep;
import io.milena.testing.TestLoop;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** One connection against a broker that behaves, and against one that does not. */
class BrokerConnectionIT {

    private static final Duration LONG = Duration.ofSeconds(20);
    private static final int MANY_BYTES = 32 << 20;

    private final TestLoop loop = new TestLoop();
    private final ScriptedBroker broker = ScriptedBroker.start(1)
            .always(ApiKey.HEARTBEAT, ScriptedStep.answer(BrokerConnectionIT::echo))
            .always(ApiKey.PRODUCE, ScriptedStep.answer(exchange -> new ProduceResponse()));
    private final CompletableFuture<BrokerConnection> ready = new CompletableFuture<>();
    private final CompletableFuture<KafkaException> ended = new CompletableFuture<>();

    /** Tells the length of the group's name as throttle time, to tell answers apart. */
    private static ApiMessage echo(ScriptedExchange exchange) {
        return new HeartbeatResponse()
                .throttleTimeMs(
                        exchange.request(HeartbeatRequest.class).groupId().length());
    }

    @AfterEach
    void end() {
        if (ready.isDone()) {
            loop.run(() -> ready.join().end(new DisconnectException("the test is over")));
        }
        loop.close();
        broker.close();
    }

    private void connect() {
        connect(SecurityLayer.PLAINTEXT, 10_000);
    }

    private void connect(SecurityLayer security, long setupTimeoutMs) {
        var terms =
                new ConnectionTerms(loop.loop(), "tester", "0.1", new SocketSettings(-1, -1), security, LONG.toNanos());
        var peer = new Peer("broker (id 1)", new InetSocketAddress("127.0.0.1", broker.port()));
        loop.run(() -> new Connector(terms).connect(peer, setupTimeoutMs, new Told(), TrafficListener.NONE));
    }

    private BrokerConnection connected() throws Exception {
        connect();
        return ready.get(20, TimeUnit.SECONDS);
    }

    private <T extends Throwable> T failure(Asked asked, Class<T> type) throws Exception {
        try {
            asked.outcome().get(20, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            assertThat(e.getCause()).isInstanceOf(type);
            return type.cast(e.getCause());
        }
        throw new AssertionError("answered (expected: " + type + ")");
    }

    /** Keeps what it is told. */
    private final class Told implements ConnectionListener {

        @Override
        public void ready(BrokerConnection connection) {
            ready.complete(connection);
        }

        @Override
        public void ended(BrokerConnection connection, KafkaException cause) {
            ended.complete(cause);
        }
    }

    @Test
    void greetsAndSpeaksTheHighestVersionThatBothKnow() throws Exception {
        broker.speaks(ApiKey.HEARTBEAT, new VersionRange((short) 0, (short) 2));
        BrokerConnection connection = connected();
        var asked = Asked.heartbeat("abc");

        loop.run(() -> connection.send(asked));

        assertThat(asked.outcome().get(20, TimeUnit.SECONDS)).isEqualTo(new HeartbeatResponse().throttleTimeMs(3));
        assertThat(asked.version()).isEqualTo((short) 2);
        ScriptedExchange greeting = broker.requests(ApiKey.API_VERSIONS).get(0);
        assertThat(greeting.header().clientId()).isEqualTo("tester");
        assertThat(greeting.request(ApiVersionsRequest.class).clientSoftwareName())
                .isEqualTo("milena");
        assertThat(greeting.request(ApiVersionsRequest.class).clientSoftwareVersion())
                .isEqualTo("0.1");
    }

    @ParameterizedTest
    @CsvSource({"0, 3, 3", "0, 0, 0", "0, 9, 4"})
    void olderBrokersAreAskedInTheVersionThatTheyKnow(short lowest, short highest, short expected) throws Exception {
        broker.speaks(ApiKey.API_VERSIONS, new VersionRange(lowest, highest));

        connected();

        List<ScriptedExchange> asked = broker.requests(ApiKey.API_VERSIONS);
        assertThat(asked.get(asked.size() - 1).version()).isEqualTo(expected);
    }

    @Test
    void aRequestThatTheBrokerDoesNotKnowIsNotSent() throws Exception {
        broker.speaks(ApiKey.PRODUCE, null);
        BrokerConnection connection = connected();
        ByteBuf records = ByteBufAllocator.DEFAULT.directBuffer().writeLong(1);
        var produce = Asked.produce(1, records, LONG);
        var heartbeat = Asked.unheardOf();

        loop.run(() -> {
            connection.send(produce);
            connection.send(heartbeat);
            assertThat(produce.outcome()).isNotDone();
        });

        assertThat(failure(produce, UnsupportedVersionException.class)).hasMessageContaining("does not know Produce");
        assertThat(failure(heartbeat, UnsupportedVersionException.class))
                .hasMessageContaining("versions 0-4 of Heartbeat, this client 90-91");
        assertThat(produce.version()).isEqualTo((short) -1);
        records.release();
    }

    @Test
    void requestsArePipelinedAndOutcomesComeInTheirOrder() throws Exception {
        var gate = new CountDownLatch(1);
        broker.next(ApiKey.HEARTBEAT, ScriptedStep.after(gate, ScriptedStep.answer(BrokerConnectionIT::echo)));
        broker.next(ApiKey.PRODUCE, ScriptedStep.ignore());
        BrokerConnection connection = connected();
        List<Integer> order = Collections.synchronizedList(new ArrayList<>());
        List<Asked> all = List.of(
                Asked.heartbeat("a").then(() -> order.add(0)),
                Asked.produce(0, ByteBufAllocator.DEFAULT.directBuffer().writeLong(1), LONG)
                        .then(() -> order.add(1)),
                Asked.heartbeat("abc").then(() -> order.add(2)),
                Asked.produce(1, ByteBufAllocator.DEFAULT.directBuffer().writeLong(1), LONG)
                        .then(() -> order.add(3)));

        loop.run(() -> all.forEach(connection::send));
        assertThat(loop.call(connection::pending)).isEqualTo(4);
        gate.countDown();
        for (Asked asked : all) {
            asked.outcome().get(20, TimeUnit.SECONDS);
        }

        assertThat(order).containsExactly(0, 1, 2, 3);
        assertThat(all.get(1).outcome().get()).isEqualTo(new ProduceResponse());
        assertThat(all.get(2).outcome().get()).isEqualTo(new HeartbeatResponse().throttleTimeMs(3));
    }

    @Test
    void recordsAreGivenBackBeforeTheOutcomeIsTold() throws Exception {
        BrokerConnection connection = connected();
        ByteBuf records = ByteBufAllocator.DEFAULT.directBuffer().writeZero(MANY_BYTES);
        var counts = new CompletableFuture<Integer>();
        var asked = Asked.produce(1, records.retain(), LONG).then(() -> counts.complete(records.refCnt()));

        loop.run(() -> connection.send(asked));

        assertThat(counts.get(20, TimeUnit.SECONDS)).isEqualTo(1);
        records.release();
    }

    @Test
    void recordsThatCannotBeWrittenAreGivenBackBeforeTheFailureIsTold() throws Exception {
        var gate = new CountDownLatch(1);
        broker.next(ApiKey.HEARTBEAT, ScriptedStep.after(gate, ScriptedStep.ignore()));
        BrokerConnection connection = connected();
        ByteBuf records = ByteBufAllocator.DEFAULT.directBuffer().writeZero(MANY_BYTES);
        var counts = new CompletableFuture<Integer>();
        var stalled = Asked.heartbeat("a");
        var asked = Asked.produce(0, records.retain(), Duration.ofMillis(300))
                .then(() -> counts.complete(records.refCnt()));

        loop.run(() -> {
            connection.send(stalled);
            connection.send(asked);
        });

        failure(asked, TimeoutException.class);
        failure(stalled, DisconnectException.class);
        assertThat(counts.get(20, TimeUnit.SECONDS)).isEqualTo(1);
        gate.countDown();
        records.release();
    }

    @Test
    void anAnswerThatDoesNotComeInTimeEndsTheConnection() throws Exception {
        broker.next(ApiKey.HEARTBEAT, ScriptedStep.ignore());
        BrokerConnection connection = connected();
        var patient = Asked.heartbeat("a", LONG);
        var hasty = Asked.heartbeat("ab", Duration.ofMillis(100));
        broker.next(ApiKey.HEARTBEAT, ScriptedStep.ignore());

        loop.run(() -> {
            connection.send(patient);
            connection.send(hasty);
        });

        assertThat(failure(hasty, TimeoutException.class))
                .hasMessageContaining("no answer to a Heartbeat request (version 4) within 100 ms");
        failure(patient, DisconnectException.class);
        assertThat(ended.get(20, TimeUnit.SECONDS)).isInstanceOf(TimeoutException.class);
    }

    @Test
    void aBrokerThatDiesMidAnswerFailsAllThatIsInFlight() throws Exception {
        broker.next(ApiKey.HEARTBEAT, exchange -> exchange.answerPartOf(new HeartbeatResponse(), 7));
        BrokerConnection connection = connected();
        var first = Asked.heartbeat("a");
        var second = Asked.heartbeat("b");

        loop.run(() -> {
            connection.send(first);
            connection.send(second);
        });

        assertThat(failure(first, DisconnectException.class)).hasMessageContaining("broker (id 1) at 127.0.0.1:");
        failure(second, DisconnectException.class);
        assertThat(loop.call(connection::isReady)).isFalse();
    }

    @Test
    void anAnswerThatCannotBeReadFailsItsRequestAndEndsTheConnection() throws Exception {
        broker.next(ApiKey.HEARTBEAT, ScriptedStep.garbage(new byte[] {1, 2, 3, 4, 5, 6, 7, 8, 9}));
        BrokerConnection connection = connected();
        var first = Asked.heartbeat("a");
        var second = Asked.heartbeat("b");

        loop.run(() -> {
            connection.send(first);
            connection.send(second);
        });

        assertThat(failure(first, KafkaException.class)).hasMessageContaining("cannot be read");
        failure(second, DisconnectException.class);
    }

    @Test
    void anAnswerToNothingEndsTheConnection() throws Exception {
        broker.next(ApiKey.HEARTBEAT, exchange -> exchange.send(new byte[] {0, 0, 0, 4, 0, 0, 0, 99}));
        BrokerConnection connection = connected();
        var asked = Asked.heartbeat("a");

        loop.run(() -> connection.send(asked));

        failure(asked, DisconnectException.class);
        assertThat(ended.get(20, TimeUnit.SECONDS)).hasMessageContaining("correlation id 99");
    }

    @ParameterizedTest
    @CsvSource({
        "15 03 03 00 02 02 28, it answered plaintext with TLS: the listener wants security.protocol=SSL",
        "16 03 01 00 02 02 28, it answered plaintext with TLS",
        "48 54 54 50 2f 31 2e 31, an HTTP server listens there",
        "80 00 00 00, negative length",
        "7f ff ff ff, an answer of 2147483647 bytes came"
    })
    void whatIsNoBrokerIsNamed(String bytes, String why) throws Exception {
        broker.nextConnectionGets(bytesOf(bytes));

        connect();

        assertThat(ended.get(20, TimeUnit.SECONDS))
                .hasMessageStartingWith("broker (id 1) at 127.0.0.1:" + broker.port() + ": ")
                .hasMessageContaining(why);
    }

    private static byte[] bytesOf(String hex) {
        String[] words = hex.split(" ");
        byte[] bytes = new byte[words.length];
        for (int i = 0; i < words.length; i++) {
            bytes[i] = (byte) Integer.parseInt(words[i], 16);
        }
        return bytes;
    }

    @Test
    void aServerThatHangsUpAtTheGreetingIsToldOf() throws Exception {
        broker.next(ApiKey.API_VERSIONS, ScriptedStep.close());

        connect();

        assertThat(ended.get(20, TimeUnit.SECONDS))
                .isInstanceOf(DisconnectException.class)
                .hasMessageContaining("before it told its versions: the listener may want another security.protocol");
    }

    @Test
    void aConnectionThatIsNotMadeInTimeIsGivenUp() throws Exception {
        connect((pipeline, peer, progress) -> {}, 100);

        assertThat(ended.get(20, TimeUnit.SECONDS))
                .isInstanceOf(DisconnectException.class)
                .hasMessageContaining("no connection within 100 ms");
        assertThat(broker.requests(ApiKey.API_VERSIONS)).isEmpty();
    }

    @Test
    void aSecurityLayerStandsBeforeTheFirstRequest() throws Exception {
        var seen = new CompletableFuture<InetSocketAddress>();
        connect(
                (pipeline, peer, progress) -> {
                    seen.complete(peer);
                    loop.loop().scheduler().after(Duration.ofMillis(20), progress::secured);
                },
                10_000);

        ready.get(20, TimeUnit.SECONDS);

        assertThat(seen.get().getPort()).isEqualTo(broker.port());
    }

    @Test
    void aPeerThatIsRefusedGetsNoRequest() throws Exception {
        connect((pipeline, peer, progress) -> progress.refused(new KafkaException("not trusted")), 10_000);

        assertThat(ended.get(20, TimeUnit.SECONDS)).hasMessage("not trusted");
        assertThat(broker.requests(ApiKey.API_VERSIONS)).isEmpty();
    }

    @Test
    void aListenerThatThrowsEndsItsConnectionAndNothingElse() throws Exception {
        BrokerConnection connection = connected();
        var throwing = Asked.heartbeat("a").then(() -> {
            throw new IllegalStateException("thrown by the test");
        });
        var behind = Asked.heartbeat("b");
        broker.next(ApiKey.HEARTBEAT, ScriptedStep.answer(BrokerConnectionIT::echo));
        broker.next(ApiKey.HEARTBEAT, ScriptedStep.ignore());

        loop.run(() -> {
            connection.send(throwing);
            connection.send(behind);
        });

        assertThat(ended.get(20, TimeUnit.SECONDS)).hasMessageContaining("thrown by the test");
        failure(behind, DisconnectException.class);
    }

    @Test
    void aRefusedConnectionIsToldOf() throws Exception {
        broker.stop();

        connect();

        assertThat(ended.get(20, TimeUnit.SECONDS))
                .isInstanceOf(DisconnectException.class)
                .hasMessageContaining("refused");
    }

    @Test
    void bytesThatComeOneByOneAreAnAnswerToo() throws Exception {
        byte[] body = "x".repeat(5).getBytes(StandardCharsets.UTF_8);
        broker.next(ApiKey.HEARTBEAT, exchange -> {
            int id = exchange.header().correlationId();
            byte[] frame = {0, 0, 0, 12, 0, 0, (byte) (id >> 8), (byte) id, 0, 0, 0, 0, 5, 0, 0, 0};
            for (byte next : frame) {
                exchange.send(new byte[] {next});
            }
        });
        BrokerConnection connection = connected();
        var asked = Asked.heartbeat("a");

        loop.run(() -> connection.send(asked));

        assertThat(asked.outcome().get(20, TimeUnit.SECONDS))
                .isEqualTo(new HeartbeatResponse().throttleTimeMs(body.length));
    }
}
