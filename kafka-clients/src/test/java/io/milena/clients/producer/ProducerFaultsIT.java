package io.milena.clients.producer;

import static io.milena.clients.producer.ProducerStage.await;
import static io.milena.clients.producer.ProducerStage.failureOf;
import static io.milena.clients.producer.ProducerStage.get;
import static io.milena.clients.producer.ProducerStage.record;
import static io.milena.clients.producer.ProducerStage.sendAll;
import static io.milena.clients.producer.ProducerStage.values;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.milena.common.errors.TimeoutException;
import io.milena.protocol.ApiKey;
import io.milena.protocol.VersionRange;
import io.milena.protocol.messages.ProduceResponse;
import io.milena.testing.ScriptedBroker;
import io.milena.testing.ScriptedExchange;
import io.milena.testing.ScriptedLeaders;
import io.milena.testing.ScriptedStep;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A producer whose broker is down, dies, comes back, says nothing, or talks nonsense. */
class ProducerFaultsIT {

    private static final String TOPIC = "orders";

    /** A TLS alert: unexpected message, which a TLS server answers plaintext with. */
    private static final String TLS_ALERT = "15 03 03 00 02 02 0a";

    @AutoClose
    private final ProducerStage stage = new ProducerStage(1).having(TOPIC, 0);

    private final ScriptedBroker broker = stage.broker(0);

    private static long millisSince(long startNanos) {
        return Duration.ofNanos(System.nanoTime() - startNanos).toMillis();
    }

    @Test
    void aSilentBrokerHoldsUpARecordForItsDeliveryTimeAndNoLonger() throws Exception {
        ScriptedStep silence = ScriptedStep.later(2_000, ScriptedStep.close());
        broker.next(ApiKey.PRODUCE, silence).next(ApiKey.PRODUCE, silence);
        try (var producer = stage.producer("delivery.timeout.ms", 500, "request.timeout.ms", 400)) {
            producer.partitionsFor(TOPIC);
            long start = System.nanoTime();

            Throwable failure = failureOf(producer.send(record(TOPIC, 0, "unheard")));

            assertThat(millisSince(start)).isBetween(500L, 1_500L);
            assertThat(failure)
                    .isInstanceOf(TimeoutException.class)
                    .hasMessageContaining("500 ms (delivery.timeout.ms)");
            assertThat(broker.requests(ApiKey.PRODUCE)).hasSizeBetween(1, 2);
            broker.dropConnections();
            assertThat(get(producer.send(record(TOPIC, 0, "heard"))).hasOffset())
                    .isTrue();
        }
    }

    @Test
    void aBrokerThatIsDownAtTheStartIsWaitedFor() throws Exception {
        broker.stop();
        try (var producer = stage.producer()) {
            var sent = CompletableFuture.supplyAsync(() -> producer.send(record(TOPIC, 0, "patient")));

            broker.restart();

            assertThat(get(sent.get()).offset()).isZero();
        }
    }

    @Test
    void anUnreachableClusterIsOneErrorThatNamesItsAddressesAndTheCause() throws Exception {
        broker.stop();
        ScriptedBroker other = ScriptedBroker.start(1);
        other.close();
        String addresses = broker.address() + "," + other.address();
        try (var producer = stage.producer("bootstrap.servers", addresses, "max.block.ms", 300)) {
            Throwable failure = failureOf(producer.send(record(TOPIC, 0, "lost")));

            assertThat(failure)
                    .isInstanceOf(TimeoutException.class)
                    .hasMessageContaining("300 ms (max.block.ms)")
                    .hasMessageContaining(broker.address())
                    .hasMessageContaining(other.address())
                    .hasMessageContaining("refused");
            assertThatThrownBy(() -> producer.partitionsFor(TOPIC))
                    .isInstanceOf(TimeoutException.class)
                    .hasMessageContaining(other.address());
        }
    }

    @Test
    void aBrokerThatDiesInsideABatchGetsItAgain() throws Exception {
        try (var producer = stage.producer("batch.size", 100)) {
            get(producer.send(record(TOPIC, 0, "value 0")));
            broker.dieInsideNext(ApiKey.PRODUCE);
            List<Future<RecordMetadata>> sent = sendAll(producer, TOPIC, values(1, 40));
            await().until(broker::isStopped);
            broker.restart();

            for (Future<RecordMetadata> one : sent) {
                get(one);
            }
            assertThat(stage.leaders.values(TOPIC, 0)).isEqualTo(values(0, 40));
        }
    }

    @Test
    void aBrokerThatRestartsAgainAndAgainHasEachRecordOnceAndInOrder() throws Exception {
        try (var producer = stage.producer("batch.size", 100)) {
            List<Future<RecordMetadata>> sent = new ArrayList<>();
            for (int round = 0; round < 5; round++) {
                broker.next(ApiKey.PRODUCE, stage.leaders.appending(broker));
                broker.next(ApiKey.PRODUCE, this::appendAndDie);
                sent.addAll(sendAll(producer, TOPIC, values(round * 50, round * 50 + 50)));
                await().until(broker::isStopped);
                broker.restart();
            }

            for (Future<RecordMetadata> one : sent) {
                get(one);
            }
            assertThat(stage.leaders.values(TOPIC, 0)).isEqualTo(values(0, 250));
        }
    }

    private void appendAndDie(ScriptedExchange exchange) {
        stage.leaders.appended(broker, exchange);
        broker.stop();
    }

    /** What comes in place of an answer to a batch that is in the log. */
    private enum Nonsense {
        GARBAGE((exchange, answer) -> exchange.answerWith(new byte[] {-1, -2, -3, -4, -5, -6, -7, -8, -9})),
        EMPTY((exchange, answer) -> exchange.answerWith(new byte[0])),
        WRONG_CORRELATION_ID((exchange, answer) -> exchange.send(bytes("00 00 00 08 7f ff ff 00 00 00 00 00"))),
        HUGE_LENGTH((exchange, answer) -> exchange.send(bytes("7f ff ff ff 00 00 00 03"))),
        LENGTH_AT_THE_LIMIT((exchange, answer) -> {
            exchange.send(bytes("3f ff ff ff 00 00 00 03"));
            exchange.close();
        }),
        NEGATIVE_LENGTH((exchange, answer) -> exchange.send(bytes("ff ff ff ff 00 00 00 03"))),
        TRUNCATED((exchange, answer) -> exchange.answerPartOf(answer, 12)),
        ABOUT_NOTHING((exchange, answer) -> exchange.answer(new ProduceResponse()));

        private final Saying saying;

        Nonsense(Saying saying) {
            this.saying = saying;
        }

        /** Says it, knowing what the answer would be. */
        private interface Saying {
            void say(ScriptedExchange exchange, ProduceResponse answer) throws IOException;
        }
    }

    private static byte[] bytes(String hex) {
        return HexFormat.ofDelimiter(" ").parseHex(hex);
    }

    @ParameterizedTest
    @EnumSource
    void nonsenseInPlaceOfAnAnswerCostsAnotherTryAndNothingElse(Nonsense nonsense) throws Exception {
        try (var producer = stage.producer("batch.size", 100)) {
            get(producer.send(record(TOPIC, 0, "value 0")));
            broker.next(
                    ApiKey.PRODUCE,
                    exchange -> nonsense.saying.say(exchange, stage.leaders.appended(broker, exchange)));

            List<Future<RecordMetadata>> sent = sendAll(producer, TOPIC, values(1, 40));

            for (Future<RecordMetadata> one : sent) {
                get(one);
            }
            assertThat(stage.leaders.values(TOPIC, 0)).isEqualTo(values(0, 40));
        }
    }

    @Test
    void aPlaintextClientOnATlsPortIsToldSo() throws Exception {
        for (int i = 0; i < 50; i++) {
            broker.nextConnectionGets(bytes(TLS_ALERT));
        }
        try (var producer = stage.producer("max.block.ms", 300)) {
            Throwable failure = failureOf(producer.send(record(TOPIC, 0, "in the clear")));

            assertThat(failure)
                    .isInstanceOf(TimeoutException.class)
                    .hasMessageContaining(broker.address())
                    .hasMessageContaining("it answered plaintext with TLS")
                    .hasMessageContaining("security.protocol=SSL");
        }
    }

    @Test
    void aBrokerThatHangsUpAtOnceIsNotRunAt() {
        broker.hangUp();
        try (var producer =
                stage.producer("max.block.ms", 900, "reconnect.backoff.ms", 50, "reconnect.backoff.max.ms", 5_000)) {
            long start = System.nanoTime();

            assertThatThrownBy(() -> producer.partitionsFor(TOPIC)).isInstanceOf(TimeoutException.class);

            assertThat(millisSince(start)).isBetween(900L, 2_500L);
            // After 50, 100, 200, 400 ... ms, a fifth more or less.
            assertThat(broker.connectionsMade()).isBetween(3, 7);
        }
    }

    @Test
    void aBrokerThatHangsUpAfterEachGreetingIsNotRunAtEither() {
        broker.always(ApiKey.METADATA, ScriptedStep.close());
        try (var producer =
                stage.producer("max.block.ms", 900, "reconnect.backoff.ms", 100, "reconnect.backoff.max.ms", 5_000)) {
            assertThatThrownBy(() -> producer.partitionsFor(TOPIC)).isInstanceOf(TimeoutException.class);

            // A greeting that went well begins the series anew: every 100 ms, less a fifth.
            assertThat(broker.connectionsMade()).isBetween(3, 14);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 2, 4})
    void aBrokerThatDoesNotKnowTheGreetingIsAskedInAVersionThatItKnows(int highest) throws Exception {
        broker.speaks(ApiKey.API_VERSIONS, new VersionRange((short) 0, (short) highest));
        try (var producer = stage.producer()) {
            assertThat(get(producer.send(record(TOPIC, 0, "hello"))).offset()).isZero();

            assertThat(broker.requests(ApiKey.API_VERSIONS).get(0).version()).isEqualTo((short) 4);
        }
    }

    @Test
    void aBrokerThatWantsRestIsLeftAlone() throws Exception {
        long throttleMs = 400;
        broker.next(ApiKey.PRODUCE, exchange -> throttled(exchange, throttleMs));
        try (var producer = stage.producer()) {
            get(producer.send(record(TOPIC, 0, "value 0")));
            long start = System.nanoTime();

            get(producer.send(record(TOPIC, 0, "value 1")));

            assertThat(millisSince(start)).isBetween(throttleMs - 50, throttleMs + 1_500);
        }
    }

    @Test
    void anOldBrokerThatAnswersAfterTheRestIsNotLeftAloneOnceMore() throws Exception {
        broker.speaks(ApiKey.PRODUCE, new VersionRange((short) 3, (short) 5));
        broker.next(ApiKey.PRODUCE, exchange -> throttled(exchange, 10_000));
        try (var producer = stage.producer()) {
            get(producer.send(record(TOPIC, 0, "value 0")));
            long start = System.nanoTime();

            get(producer.send(record(TOPIC, 0, "value 1")));

            assertThat(millisSince(start)).isLessThan(5_000);
        }
    }

    private void throttled(ScriptedExchange exchange, long throttleMs) throws IOException {
        ProduceResponse answer = stage.leaders.appended(broker, exchange).throttleTimeMs((int) throttleMs);
        ScriptedLeaders.answer(exchange, answer);
    }
}
