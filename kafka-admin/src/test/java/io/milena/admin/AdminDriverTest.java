package io.milena.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.milena.common.KafkaException;
import io.milena.common.KafkaFuture;
import io.milena.common.TopicCollection;
import io.milena.common.Uuid;
import io.milena.common.config.ConfigException;
import io.milena.common.errors.DisconnectException;
import io.milena.common.errors.ErrorCode;
import io.milena.common.errors.InvalidTopicException;
import io.milena.common.errors.NotControllerException;
import io.milena.common.errors.TimeoutException;
import io.milena.common.errors.UnsupportedVersionException;
import io.milena.protocol.messages.CreateTopicsRequest;
import io.milena.protocol.messages.CreateTopicsResponse;
import io.milena.protocol.messages.CreateTopicsResponse.CreatableTopicResult;
import io.milena.protocol.messages.DeleteTopicsRequest;
import io.milena.protocol.messages.DeleteTopicsRequest.DeleteTopicState;
import io.milena.protocol.messages.MetadataResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** A call is brought to the broker that can answer it, tried again where that may help, and ended once and in time. */
class AdminDriverTest {

    private static KafkaFuture<Void> create(Stage stage, String... names) {
        List<NewTopic> topics = List.of(names).stream()
                .map(name -> new NewTopic(name, 1, (short) 1))
                .toList();
        KafkaFuture<Void> all = stage.admin.createTopics(topics).all();
        stage.run();
        return all;
    }

    private static CreateTopicsResponse created(ErrorCode error, String... names) {
        return new CreateTopicsResponse()
                .topics(List.of(names).stream()
                        .map(name -> new CreatableTopicResult().name(name).errorCode(error.code()))
                        .toList());
    }

    private static void assertFails(KafkaFuture<?> future, Class<? extends Throwable> type, String... words) {
        assertThat(future.isDone()).isTrue();
        ThrowingCallable get = future::get;
        assertThatThrownBy(get)
                .isInstanceOf(ExecutionException.class)
                .cause()
                .isInstanceOf(type)
                .message()
                .contains(words);
    }

    @Test
    void theControllerIsAskedWhatOnlyItDoes() {
        var stage = Stage.ofTwo();

        KafkaFuture<Void> result = create(stage, "sky");
        var asked = stage.brokers.next();
        asked.answer(created(ErrorCode.NONE, "sky"));

        assertThat(asked.node()).isEqualTo(Stage.ONE);
        assertThat(result.isDone()).isTrue();
        assertThat(result.isCompletedExceptionally()).isFalse();
    }

    @Test
    void aTopicWithoutNameOrIdIsRefusedAndTheOthersAreAskedFor() {
        var stage = Stage.ofTwo();

        DeleteTopicsResult named = stage.admin.deleteTopics(List.of("", "sky"));
        stage.run();
        DeleteTopicsRequest asked = stage.brokers.next().as(DeleteTopicsRequest.class);
        DescribeTopicsResult byId = stage.admin.describeTopics(TopicCollection.ofTopicIds(List.of(Uuid.ZERO)));
        stage.run();

        assertThat(asked.topics()).extracting(DeleteTopicState::name).containsExactly("sky");
        assertFails(named.topicNameValues().get(""), InvalidTopicException.class, "''");
        assertFails(byId.topicIdValues().get(Uuid.ZERO), InvalidTopicException.class, "AAAAAAAAAAAAAAAAAAAAAA");
    }

    @Test
    void anyBrokerIsAskedWhatAllKnow() throws Exception {
        var stage = Stage.ofTwo();

        KafkaFuture<Set<String>> names = stage.admin.listTopics().names();
        stage.run();
        var asked = stage.brokers.next();
        asked.answer(new MetadataResponse());

        assertThat(asked.node()).isEqualTo(Stage.TWO);
        assertThat(names.get()).isEmpty();
    }

    @Test
    void aCallWaitsForTheControllerToBeKnown() {
        var stage = new Stage(0);
        stage.metadata.become(Stage.view(null));

        create(stage, "sky");

        assertThat(stage.brokers.asked).isEmpty();
        assertThat(stage.metadata.refreshes).isEqualTo(1);
        stage.metadata.become(Stage.view(Stage.TWO));
        assertThat(stage.brokers.next().node()).isEqualTo(Stage.TWO);
    }

    @Test
    void whoIsNoControllerAnyMoreIsLeftForTheOneThatIs() {
        var stage = Stage.ofTwo();
        KafkaFuture<Void> result = create(stage, "sky");

        stage.brokers.next().answer(created(ErrorCode.NOT_CONTROLLER, "sky"));
        assertThat(stage.metadata.refreshes).isEqualTo(1);
        stage.metadata.become(Stage.view(Stage.TWO));
        stage.pass(2 * Stage.BACKOFF_MS);
        var second = stage.brokers.next();
        second.answer(created(ErrorCode.NONE, "sky"));

        assertThat(second.node()).isEqualTo(Stage.TWO);
        assertThat(result.isCompletedExceptionally()).isFalse();
        assertThat(result.isDone()).isTrue();
    }

    @Test
    void onlyWhatIsOpenIsAskedForAgain() {
        var stage = Stage.ofTwo();
        var result = stage.admin.createTopics(List.of(
                new NewTopic("made", 1, (short) 1), new NewTopic("there", 1, (short) 1), new NewTopic("late", 1, (short)
                        1)));
        stage.run();

        var answer = new CreateTopicsResponse()
                .topics(List.of(
                        new CreatableTopicResult().name("made"),
                        new CreatableTopicResult()
                                .name("there")
                                .errorCode(ErrorCode.TOPIC_ALREADY_EXISTS.code())
                                .errorMessage("Topic 'there' already exists."),
                        new CreatableTopicResult().name("late").errorCode(ErrorCode.THROTTLING_QUOTA_EXCEEDED.code())));
        stage.brokers.next().answer(answer);

        assertThat(result.values().get("made").isCompletedExceptionally()).isFalse();
        assertFails(result.values().get("there"), KafkaException.class, "Topic 'there' already exists.");
        assertThat(result.values().get("late").isDone()).isFalse();
        stage.pass(2 * Stage.BACKOFF_MS);
        assertThat(stage.brokers.next().as(CreateTopicsRequest.class).topics())
                .extracting(CreateTopicsRequest.CreatableTopic::name)
                .containsExactly("late");
    }

    @Test
    void aLostConnectionIsNoAnswer() {
        var stage = Stage.ofTwo();
        KafkaFuture<Void> result = create(stage, "sky");

        stage.brokers.next().fail(new DisconnectException("gone"));
        assertThat(stage.brokers.asked).isEmpty();
        stage.pass(2 * Stage.BACKOFF_MS);

        stage.brokers.next().answer(created(ErrorCode.NONE, "sky"));
        assertThat(result.isDone()).isTrue();
    }

    @Test
    void whatCannotSucceedIsNotTriedAgain() {
        var stage = Stage.ofTwo();
        KafkaFuture<Void> result = create(stage, "sky");

        stage.brokers.next().fail(new UnsupportedVersionException("too old"));

        assertFails(result, UnsupportedVersionException.class, "too old");
        stage.pass(Stage.API_TIMEOUT_MS);
        assertThat(stage.brokers.asked).isEmpty();
    }

    @Test
    void theDeadlineEndsItWithTheReasonThatIsKnown() {
        var stage = new Stage(Integer.MAX_VALUE);
        KafkaFuture<Void> result = create(stage, "sky");
        stage.metadata.fail(new DisconnectException("no broker of [one:9092] can be reached"));

        stage.pass(Stage.API_TIMEOUT_MS - 1);
        assertThat(result.isDone()).isFalse();
        stage.pass(1);

        assertFails(
                result,
                TimeoutException.class,
                "createTopics timed out after 10000 ms",
                "waiting for the controller",
                "no broker of [one:9092] can be reached");
    }

    @Test
    void aCallMayHaveATimeOfItsOwn() {
        var stage = Stage.ofTwo();
        var names =
                stage.admin.listTopics(new ListTopicsOptions().timeoutMs(500)).names();
        stage.run();

        assertThat(stage.brokers.asked.get(0).call().timeoutNanos()).isEqualTo(500_000_000);
        stage.pass(500);

        assertFails(names, TimeoutException.class, "listTopics timed out after 500 ms");
    }

    @Test
    void anAnswerAfterTheDeadlineIsNotHeard() {
        var stage = Stage.ofTwo();
        KafkaFuture<Void> result = create(stage, "sky");
        stage.pass(Stage.API_TIMEOUT_MS);

        stage.brokers.next().answer(created(ErrorCode.NONE, "sky"));

        assertFails(result, TimeoutException.class, "timed out");
    }

    @Test
    void triesAreCounted() {
        var stage = new Stage(1);
        stage.metadata.become(Stage.view(Stage.ONE));
        KafkaFuture<Void> result = create(stage, "sky");

        stage.brokers.next().answer(created(ErrorCode.NOT_CONTROLLER, "sky"));
        stage.pass(2 * Stage.BACKOFF_MS);
        assertThat(result.isDone()).isFalse();
        stage.brokers.next().answer(created(ErrorCode.NOT_CONTROLLER, "sky"));

        assertFails(result, NotControllerException.class, "NOT_CONTROLLER");
    }

    @Test
    void aClosedOneTakesNoCallAndFailsWhatIsOpenInTheEnd() {
        var stage = Stage.ofTwo();
        KafkaFuture<Void> result = create(stage, "sky");

        stage.admin.close(Duration.ZERO);
        stage.run();

        assertFails(result, TimeoutException.class, "closed before");
        assertFails(stage.admin.listTopics().names(), IllegalStateException.class, "closed");
        assertFails(create(stage, "sea"), IllegalStateException.class, "closed");
    }

    @Test
    void aNameWithoutAnAddressIsToldAtTheStart() {
        String nobody = "x".repeat(64) + ".invalid:9092";

        assertThatThrownBy(() -> Admin.create(Map.of("bootstrap.servers", nobody)))
                .isInstanceOf(KafkaException.class)
                .hasRootCauseInstanceOf(ConfigException.class)
                .hasStackTraceContaining("No resolvable bootstrap urls given in bootstrap.servers");
    }

    @Test
    void closingWaitsForWhatIsOpen() {
        var stage = Stage.ofTwo();
        create(stage, "sky");
        boolean[] quiet = new boolean[1];

        stage.driver.close(() -> quiet[0] = true);
        assertThat(quiet[0]).isFalse();
        stage.brokers.next().answer(created(ErrorCode.NONE, "sky"));

        assertThat(quiet[0]).isTrue();
    }
}
