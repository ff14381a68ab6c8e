package io.milena.clients;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.clients.ClusterView.Partition;
import io.milena.clients.ClusterView.Topic;
import io.milena.clients.MetadataSettings.MissingTopics;
import io.milena.clients.MetadataSettings.Recovery;
import io.milena.clients.MetadataState.MetadataFacts;
import io.milena.clients.MetadataState.Question;
import io.milena.common.Node;
import io.milena.common.Uuid;
import io.milena.common.errors.ErrorCode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** When a client asks, and for what. */
class MetadataStateTest {

    private static final long MAX_AGE_MS = 60_000;
    private static final long MAX_IDLE_MS = 30_000;

    private long nowMs = 5_000;
    private final MetadataState state = new MetadataState(
            new MetadataSettings(MAX_AGE_MS, MAX_IDLE_MS, MissingTopics.STAY_MISSING, Recovery.NONE),
            List.of(new Node(-1, "boot", 1, null)),
            failures -> failures * 100L);

    private long now() {
        return TimeUnit.MILLISECONDS.toNanos(nowMs);
    }

    private long waitMs() {
        long nanos = state.waitNanos(now());
        return nanos < 0 ? -1 : TimeUnit.NANOSECONDS.toMillis(nanos);
    }

    private Question ask() {
        assertThat(waitMs()).isZero();
        Question question = state.asked(now());
        assertThat(waitMs()).isEqualTo(-1);
        return question;
    }

    private static MetadataFacts facts(Topic... topics) {
        Map<String, Topic> byName = new LinkedHashMap<>();
        for (Topic topic : topics) {
            byName.put(topic.name(), topic);
        }
        return new MetadataFacts("c", 0, Map.of(0, new Node(0, "h", 9, null)), byName);
    }

    private static Topic good(String name) {
        var partition = new Partition(0, 0, 1, List.of(0), List.of(0), List.of(), ErrorCode.NONE);
        return new Topic(name, new Uuid(1, name.hashCode()), false, ErrorCode.NONE, List.of(partition));
    }

    private static Topic bad(String name, ErrorCode error) {
        return new Topic(name, Uuid.ZERO, false, error, List.of());
    }

    @Test
    void theFirstQuestionIsAskedAtOnceAndTheNextWhenThePictureIsOld() {
        Question first = ask();
        assertThat(first).isEqualTo(new Question(List.of(), false));

        state.answered(first, facts(), now());

        assertThat(waitMs()).isEqualTo(MAX_AGE_MS);
        nowMs += MAX_AGE_MS;
        assertThat(ask().isPartial()).isFalse();
    }

    @Test
    void aNewTopicIsAskedForAtOnceAndAlone() {
        state.answered(ask(), facts(), now());
        state.topicsWanted(Set.of("a"), now());
        state.answered(ask(), facts(good("a")), now());

        state.topicsWanted(Set.of("a", "b"), now());
        Question question = ask();

        assertThat(question).isEqualTo(new Question(List.of("b"), true));
        state.answered(question, facts(good("b")), now());
        assertThat(state.view().topics()).containsOnlyKeys("a", "b");
        assertThat(waitMs()).isEqualTo(MAX_AGE_MS);
    }

    @Test
    void failedAttemptsKeepAGrowingDistance() {
        state.failed(ask());
        assertThat(waitMs()).isEqualTo(100);
        nowMs += 100;
        state.failed(ask());

        state.topicsWanted(Set.of("a"), now());

        assertThat(waitMs()).isEqualTo(200);
        nowMs += 200;
        Question question = ask();
        assertThat(question.topics()).containsExactly("a");
        state.answered(question, facts(good("a")), now());
        assertThat(waitMs()).isEqualTo(MAX_AGE_MS);
    }

    @Test
    void refreshesKeepTheBackoffAndNewTopicsDoNotWaitForIt() {
        state.answered(ask(), facts(), now());
        state.refreshWanted();
        assertThat(waitMs()).isEqualTo(100);

        state.topicsWanted(Set.of("a"), now());

        Question question = ask();
        assertThat(question.isPartial()).isTrue();
        state.answered(question, facts(good("a")), now());
        nowMs += 100;
        assertThat(ask()).isEqualTo(new Question(List.of("a"), false));
    }

    @Test
    void whatWillPassIsAskedAgain() {
        state.topicsWanted(Set.of("a", "b"), now());
        state.answered(ask(), facts(bad("a", ErrorCode.LEADER_NOT_AVAILABLE), good("b")), now());

        assertThat(waitMs()).isEqualTo(100);
        nowMs += 100;
        state.answered(ask(), facts(bad("a", ErrorCode.LEADER_NOT_AVAILABLE), good("b")), now());
        assertThat(waitMs()).isEqualTo(100);
        nowMs += 100;
        state.answered(ask(), facts(bad("a", ErrorCode.LEADER_NOT_AVAILABLE), good("b")), now());
        assertThat(waitMs()).isEqualTo(200);
        nowMs += 200;
        state.answered(ask(), facts(good("a"), good("b")), now());
        assertThat(waitMs()).isEqualTo(MAX_AGE_MS);
    }

    @Test
    void whatWillNotPassIsKeptWithItsTopic() {
        state.topicsWanted(Set.of("a"), now());

        state.answered(ask(), facts(bad("a", ErrorCode.TOPIC_AUTHORIZATION_FAILED)), now());

        assertThat(waitMs()).isEqualTo(MAX_AGE_MS);
        assertThat(state.view().topic("a").error()).isEqualTo(ErrorCode.TOPIC_AUTHORIZATION_FAILED);
    }

    @Test
    void topicsThatNobodyWantsGo() {
        state.topicsWanted(Set.of("a", "b"), now());
        state.answered(ask(), facts(good("a"), good("b")), now());
        nowMs += MAX_IDLE_MS;
        state.topicsWanted(Set.of("b"), now());
        nowMs += MAX_AGE_MS - MAX_IDLE_MS;
        state.topicsWanted(Set.of("b"), now());

        Question question = ask();
        state.answered(question, facts(good("b")), now());

        assertThat(question.topics()).containsExactly("b");
        assertThat(state.view().topics()).containsOnlyKeys("b");
    }

    @Test
    void allTopicsAreAskedForWhenAllAreWanted() {
        state.answered(ask(), facts(), now());
        state.allWanted();
        nowMs += 100;

        Question question = ask();
        state.answered(question, facts(good("a"), good("b")), now());

        assertThat(question.topics()).isNull();
        assertThat(state.view().topics()).containsOnlyKeys("a", "b");
        state.onlyWanted(Set.of("b"), now());
        assertThat(state.view().topics()).containsOnlyKeys("b");
    }

    @Test
    void goingBackToTheBeginningKeepsTheTopics() {
        state.topicsWanted(Set.of("a"), now());
        state.answered(ask(), facts(good("a")), now());

        state.bootstrapped(List.of(new Node(-1, "boot", 1, null)));

        assertThat(state.view().brokers()).containsOnlyKeys(-1);
        assertThat(state.view().topics()).containsOnlyKeys("a");
        assertThat(waitMs()).isEqualTo(100);
    }
}
