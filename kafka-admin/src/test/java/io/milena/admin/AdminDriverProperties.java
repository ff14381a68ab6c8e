package io.milena.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.common.KafkaFuture;
import io.milena.common.Node;
import io.milena.common.errors.DisconnectException;
import io.milena.common.errors.ErrorCode;
import io.milena.common.errors.SaslAuthenticationException;
import io.milena.common.errors.TimeoutException;
import io.milena.protocol.messages.DeleteTopicsRequest;
import io.milena.protocol.messages.DeleteTopicsResponse;
import io.milena.protocol.messages.DeleteTopicsResponse.DeletableTopicResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Whatever brokers do, each call ends once and by its deadline, no request leaves for a call that has ended, and a
 * topic is deleted if and only if a broker said so.
 */
class AdminDriverProperties {

    private static final int CALLS = 40;
    private static final List<ErrorCode> ERRORS = List.of(
            ErrorCode.NONE,
            ErrorCode.NOT_CONTROLLER,
            ErrorCode.REQUEST_TIMED_OUT,
            ErrorCode.THROTTLING_QUOTA_EXCEEDED,
            ErrorCode.UNKNOWN_TOPIC_OR_PARTITION);

    /** A call of the history. */
    private record Call(String topic, long deadlineMs, KafkaFuture<Void> result) {}

    private final List<Call> calls = new ArrayList<>();
    private final List<String> deleted = new ArrayList<>();
    private Stage stage = new Stage(0);
    private Random random = new Random();

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16})
    void everyCallEndsOnceAndInTime(long seed) {
        random = new Random(seed);
        stage = new Stage(random.nextBoolean() ? random.nextInt(4) : Integer.MAX_VALUE);

        for (int i = 0; i < CALLS; i++) {
            begin("topic-" + i);
            for (int steps = random.nextInt(6); steps > 0; steps--) {
                step();
            }
            check();
        }
        stage.pass(2L * Stage.API_TIMEOUT_MS);

        check();
        assertThat(calls).allMatch(call -> call.result().isDone());
        int sent = stage.brokers.asked.size();
        stage.pass(Stage.API_TIMEOUT_MS);
        assertThat(stage.brokers.asked).hasSize(sent);
    }

    private void begin(String topic) {
        int timeoutMs = 1 + random.nextInt(Stage.API_TIMEOUT_MS);
        var options = new DeleteTopicsOptions().timeoutMs(timeoutMs).retryOnQuotaViolation(random.nextBoolean());
        var result = stage.admin.deleteTopics(List.of(topic), options).all();
        calls.add(new Call(topic, stage.wallMs() + timeoutMs, result));
        stage.run();
    }

    private void step() {
        int kind = random.nextInt(10);
        if (kind < 2) {
            Node[] controllers = {null, Stage.ONE, Stage.TWO};
            stage.metadata.become(Stage.view(controllers[random.nextInt(3)]));
        } else if (kind < 5) {
            stage.pass(random.nextInt(400));
        } else if (!stage.brokers.asked.isEmpty()) {
            reply(stage.brokers.asked.remove(random.nextInt(stage.brokers.asked.size())));
        }
    }

    private void reply(FakeBrokers.Asked asked) {
        int kind = random.nextInt(8);
        if (kind == 0) {
            asked.fail(new DisconnectException("gone"));
        } else if (kind == 1) {
            asked.fail(new TimeoutException("slow"));
        } else if (kind == 2) {
            asked.fail(new SaslAuthenticationException("no"));
        } else {
            String topic = asked.as(DeleteTopicsRequest.class).topics().get(0).name();
            ErrorCode error = ERRORS.get(random.nextInt(ERRORS.size()));
            boolean isHeard = calls.stream()
                    .anyMatch(
                            call -> call.topic().equals(topic) && !call.result().isDone());
            if (error == ErrorCode.NONE && isHeard) {
                deleted.add(topic);
            }
            asked.answer(new DeleteTopicsResponse()
                    .responses(List.of(new DeletableTopicResult().name(topic).errorCode(error.code()))));
        }
    }

    private void check() {
        for (Call call : calls) {
            if (stage.wallMs() > call.deadlineMs()) {
                assertThat(call.result().isDone()).as(call.topic()).isTrue();
            }
            boolean succeeded = call.result().isDone() && !call.result().isCompletedExceptionally();
            assertThat(succeeded).as(call.topic()).isEqualTo(deleted.contains(call.topic()));
        }
    }
}
