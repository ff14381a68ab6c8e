package io.milena.clients.consumer;

import static io.milena.clients.consumer.ReadStage.A0;
import static io.milena.clients.consumer.ReadStage.await;
import static io.milena.clients.consumer.ReadStage.values;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.milena.common.errors.ErrorCode;
import io.milena.common.errors.TimeoutException;
import io.milena.common.errors.WakeupException;
import io.milena.protocol.ApiKey;
import io.milena.protocol.messages.FetchRequest;
import io.milena.protocol.messages.FetchResponse;
import io.milena.testing.ScriptedBroker;
import io.milena.testing.ScriptedStep;
import java.time.Duration;
import java.util.ConcurrentModificationException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A consumer of brokers that are away, die, come back, say nothing, or say what is no answer. */
class FaultyBrokersIT {

    private static final Duration SHORT = Duration.ofMillis(150);

    private final ReadStage stage = ReadStage.of(1);
    private final ScriptedBroker broker = stage.broker(0);

    @AfterEach
    void end() {
        stage.close();
    }

    @Test
    void aBrokerThatIsDownAtFirstIsReadOnceItIsUp() {
        stage.log().append("one");
        broker.stop();
        KafkaConsumer<String, String> consumer = stage.reader(Map.of());
        assertThat(consumer.poll(Duration.ofMillis(100)).isEmpty()).isTrue();

        broker.restart();

        assertThat(values(consumer, 1)).containsExactly("one");
    }

    @Test
    void anAnswerThatIsCutShortLosesAndDoublesNothing() {
        stage.log().append("one", "two").append("three");
        for (int bytes : List.of(3, 40, 120)) {
            broker.next(
                    ApiKey.FETCH,
                    exchange -> exchange.answerPartOf(stage.log().answer(exchange.request(FetchRequest.class)), bytes));
        }
        KafkaConsumer<String, String> consumer = stage.reader(Map.of());

        assertThat(values(consumer, 3)).containsExactly("one", "two", "three");
        assertThat(consumer.position(A0)).isEqualTo(3);
    }

    @Test
    void aBrokerThatRestartsIsReadOnThoughItKnowsNoSessionAnyMore() {
        stage.log().append("one");
        KafkaConsumer<String, String> consumer = stage.reader(Map.of());
        assertThat(values(consumer, 1)).containsExactly("one");
        broker.stop();
        stage.log().append("two");
        broker.next(
                ApiKey.FETCH,
                ScriptedStep.answer(any -> new FetchResponse().errorCode(ErrorCode.FETCH_SESSION_ID_NOT_FOUND.code())));

        broker.restart();

        assertThat(values(consumer, 1)).containsExactly("two");
    }

    static Stream<ScriptedStep> nonsense() {
        return Stream.of(
                ScriptedStep.garbage(new byte[] {-1, -1, -1, -1, 127, 3, 9, 9, 9, 9, 9, 9}),
                ScriptedStep.garbage(new byte[0]),
                exchange -> exchange.send(new byte[] {0x7f, -1, -1, -1, 0, 0, 0, 0}),
                exchange -> exchange.send(new byte[] {-1, -1, -1, -1}),
                exchange -> exchange.send(new byte[] {0, 0, 0, 4, 0x12, 0x34, 0x56, 0x78}),
                exchange -> exchange.send("HTTP/1.1 400 Bad Request\r\n\r\n".getBytes()));
    }

    @ParameterizedTest
    @MethodSource("nonsense")
    void whatIsNoAnswerEndsTheConnectionAndIsAskedForAnew(ScriptedStep nonsense) {
        stage.log().append("one");
        broker.next(ApiKey.FETCH, nonsense);
        KafkaConsumer<String, String> consumer = stage.reader(Map.of());

        assertThat(values(consumer, 1)).containsExactly("one");
    }

    /** Calls that wait for a broker, and how long they may. */
    static Stream<Arguments> waitingCalls() {
        return Stream.of(
                call("partitionsFor", (consumer, time) -> consumer.partitionsFor("a", time)),
                call("listTopics", (consumer, time) -> consumer.listTopics(time)),
                call("position", (consumer, time) -> consumer.position(A0, time)),
                call("committed", (consumer, time) -> consumer.committed(Set.of(A0), time)),
                call("commitSync", (consumer, time) -> consumer.commitSync(Map.of(A0, new OffsetAndMetadata(1)), time)),
                call("beginningOffsets", (consumer, time) -> consumer.beginningOffsets(List.of(A0), time)),
                call("endOffsets", (consumer, time) -> consumer.endOffsets(List.of(A0), time)),
                call("offsetsForTimes", (consumer, time) -> consumer.offsetsForTimes(Map.of(A0, 1L), time)));
    }

    private static Arguments call(String name, WaitingCall call) {
        return Arguments.of(name, call);
    }

    /** One call of a consumer. */
    interface WaitingCall {
        void make(KafkaConsumer<String, String> consumer, Duration timeout);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("waitingCalls")
    void anUnreachableClusterIsToldWithItsAddressesAndTheCause(String name, WaitingCall call) {
        broker.stop();
        KafkaConsumer<String, String> consumer = stage.reader(Map.of(ConsumerConfig.GROUP_ID_CONFIG, ReadStage.GROUP));

        assertThatThrownBy(() -> call.make(consumer, SHORT))
                .isInstanceOf(TimeoutException.class)
                .hasMessageContaining("no broker can be reached, tried " + broker.address())
                .hasMessageContaining("refused");
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("waitingCalls")
    void aSilentBrokerKeepsNoCallLongerThanItsTime(String name, WaitingCall call) {
        silence();
        KafkaConsumer<String, String> consumer = stage.reader(Map.of(ConsumerConfig.GROUP_ID_CONFIG, ReadStage.GROUP));
        long began = System.nanoTime();

        assertThatThrownBy(() -> call.make(consumer, SHORT)).isInstanceOf(TimeoutException.class);

        assertThat(System.nanoTime() - began).isBetween(SHORT.toNanos(), SHORT.toNanos() * 10);
    }

    private void silence() {
        for (ApiKey api : ApiKey.values()) {
            if (api != ApiKey.API_VERSIONS) {
                broker.always(api, ScriptedStep.ignore());
            }
        }
    }

    static Stream<Arguments> blockingCalls() {
        return Stream.concat(waitingCalls(), Stream.of(call("poll", (consumer, time) -> consumer.poll(time))));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("blockingCalls")
    void aWakeupEndsACallThatWaits(String name, WaitingCall call) throws Exception {
        silence();
        KafkaConsumer<String, String> consumer = stage.reader(Map.of(ConsumerConfig.GROUP_ID_CONFIG, ReadStage.GROUP));
        var caller = new AtomicReference<Thread>();
        CompletableFuture<Throwable> thrown = CompletableFuture.supplyAsync(() -> {
            caller.set(Thread.currentThread());
            return catchThrowable(() -> call.make(consumer, Duration.ofMinutes(1)));
        });
        await().until(() -> isWaitingInside(caller.get()));

        consumer.wakeup();

        assertThat(thrown.get(10, TimeUnit.SECONDS)).isInstanceOf(WakeupException.class);
        assertThat(consumer.poll(Duration.ofMillis(10)).isEmpty()).isTrue();
    }

    private static boolean isWaitingInside(Thread thread) {
        return thread != null
                && Stream.of(thread.getStackTrace())
                        .anyMatch(frame -> frame.getClassName().equals(Signal.class.getName()));
    }

    @Test
    void aSecondThreadIsTurnedAwayWhileOneIsInside() throws Exception {
        KafkaConsumer<String, String> consumer = stage.reader(Map.of());
        var caller = new AtomicReference<Thread>();
        CompletableFuture<Throwable> thrown = CompletableFuture.supplyAsync(() -> {
            caller.set(Thread.currentThread());
            return catchThrowable(() -> consumer.poll(Duration.ofMinutes(1)));
        });
        await().until(() -> isWaitingInside(caller.get()));

        List<Consumer<KafkaConsumer<?, ?>>> calls =
                List.of(KafkaConsumer::assignment, KafkaConsumer::commitAsync, KafkaConsumer::close);
        for (Consumer<KafkaConsumer<?, ?>> call : calls) {
            assertThatThrownBy(() -> call.accept(consumer))
                    .isInstanceOf(ConcurrentModificationException.class)
                    .hasMessageContaining("a consumer is for one thread")
                    .hasMessageContaining(Thread.currentThread().getName());
        }

        consumer.wakeup();
        assertThat(thrown.get(10, TimeUnit.SECONDS)).isInstanceOf(WakeupException.class);
    }

    @ParameterizedTest
    @MethodSource("waysToBeGone")
    void closingIsInTimeWithoutAnyAnswer(Consumer<ScriptedBroker> goes) {
        stage.log().append("one");
        KafkaConsumer<String, String> consumer = stage.member(Map.of());
        assertThat(values(consumer, 1)).containsExactly("one");
        consumer.commitAsync();
        goes.accept(broker);
        long began = System.nanoTime();

        consumer.close(SHORT);

        assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(SHORT.plusSeconds(2));
        assertThatThrownBy(consumer::subscription).isInstanceOf(IllegalStateException.class);
    }

    static Stream<Consumer<ScriptedBroker>> waysToBeGone() {
        return Stream.of(
                ScriptedBroker::stop,
                broker -> Stream.of(ApiKey.OFFSET_COMMIT, ApiKey.LEAVE_GROUP, ApiKey.FETCH, ApiKey.HEARTBEAT)
                        .forEach(api -> broker.always(api, ScriptedStep.ignore())));
    }
}
