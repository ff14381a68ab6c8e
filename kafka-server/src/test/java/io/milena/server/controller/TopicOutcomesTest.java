package io.milena.server.controller;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.common.Uuid;
import io.milena.common.errors.ErrorCode;
import io.milena.server.partition.ManualLoop;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A request is answered once, in its order, when each of its topics has an outcome. */
class TopicOutcomesTest {

    private static final TopicOutcome TIMED_OUT = new TopicOutcome.Refused(ErrorCode.REQUEST_TIMED_OUT, "late");

    private final List<List<TopicOutcome>> answers = new ArrayList<>();

    private static TopicOutcome done(String topic) {
        return new TopicOutcome.Done(topic, Uuid.ZERO, 1, 1);
    }

    private TopicOutcomes outcomes(int topics) {
        return new TopicOutcomes(topics, answers::add);
    }

    @Test
    void theAnswerComesWithTheLastOutcomeAndInTheOrderOfTheRequest() {
        TopicOutcomes outcomes = outcomes(2);

        outcomes.set(1, done("b"));
        int early = answers.size();
        outcomes.set(0, done("a"));

        assertThat(early).isZero();
        assertThat(outcomes.isDone()).isTrue();
        assertThat(answers).containsExactly(List.of(done("a"), done("b")));
    }

    @Test
    void whatTakesLongerThanTheRequestAllowsIsRefused() {
        var lane = new ManualLoop();
        TopicOutcomes outcomes = outcomes(2);
        outcomes.set(0, done("a"));

        outcomes.limit(Duration.ofMillis(500), lane);
        lane.pass(499);
        int early = answers.size();
        lane.pass(1);

        assertThat(early).isZero();
        assertThat(answers.get(0).get(1)).isInstanceOf(TopicOutcome.Refused.class);
    }

    @Test
    void nothingIsHeldForTheTimeThatAClientAllowedOnceItIsAnswered() {
        var lane = new ManualLoop();
        TopicOutcomes later = outcomes(1);
        TopicOutcomes before = outcomes(1);
        before.set(0, done("b"));

        later.limit(Duration.ofMillis(Integer.MAX_VALUE), lane);
        before.limit(Duration.ofMillis(Integer.MAX_VALUE), lane);
        int pending = lane.pendingTimers();
        later.set(0, done("a"));

        assertThat(pending).isOne();
        assertThat(lane.pendingTimers()).isZero();
    }

    @Test
    void whatIsDoneAfterATimeOutIsNotToldAnyMore() {
        TopicOutcomes outcomes = outcomes(2);
        outcomes.set(0, done("a"));

        outcomes.refuseRest(ErrorCode.REQUEST_TIMED_OUT, "late");
        outcomes.set(1, done("b"));

        assertThat(answers).containsExactly(List.of(done("a"), TIMED_OUT));
    }

    @Test
    void aTimeOutAfterTheAnswerChangesNothing() {
        TopicOutcomes outcomes = outcomes(1);
        outcomes.set(0, done("a"));

        outcomes.refuseRest(ErrorCode.REQUEST_TIMED_OUT, "late");

        assertThat(answers).hasSize(1);
    }

    @Test
    void aRequestWithoutTopicsIsAnsweredAtOnce() {
        outcomes(0).completeIfEmpty();
        outcomes(1).completeIfEmpty();

        assertThat(answers).containsExactly(List.of());
    }
}
