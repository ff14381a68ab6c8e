package io.milena.clients.consumer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.spi.ILoggingEvent;
import io.milena.common.TopicPartition;
import io.milena.common.errors.ErrorCode;
import io.milena.protocol.ApiKey;
import io.milena.testing.LogLines;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a consumer hears of the offsets of its group, with partitions that it was given by hand. */
class CommitsOfAGroupTest {

    private static final TopicPartition A0 = new TopicPartition("a", 0);
    private static final TopicPartition A1 = new TopicPartition("a", 1);

    private final FakeGroup group = new FakeGroup();
    private final LogLines lines = new LogLines(Committing.class);
    private FakeFloor floor;

    private KafkaConsumer<String, String> reading(Map<String, Object> settings) {
        Map<String, Object> all = new HashMap<>(settings);
        all.put(ConsumerConfig.GROUP_ID_CONFIG, "group");
        all.put(ConsumerConfig.RETRY_BACKOFF_MS_CONFIG, 10);
        floor = new FakeFloor(all);
        new FakeLog("a").serveTo(floor.cluster());
        group.serveTo(floor.cluster());
        floor.cluster().topic("a", 2, 0);
        KafkaConsumer<String, String> consumer = floor.consumer();
        consumer.assign(List.of(A0, A1));
        return consumer;
    }

    @AfterEach
    void hearNoMore() {
        lines.close();
    }

    @Test
    void withoutAPolicyAllPartitionsWithoutAnOffsetAreNamedAtOnce() {
        try (var consumer = reading(Map.of(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none"))) {
            assertThatThrownBy(() -> consumer.poll(Duration.ofSeconds(10)))
                    .isInstanceOfSatisfying(
                            NoOffsetForPartitionException.class,
                            e -> assertThat(e.partitions()).containsExactly(A0, A1));
        }
    }

    @Test
    void aRefusedCommitThatNobodyAskedForIsOneLine() {
        group.commitsAnsweredBy(ErrorCode.GROUP_AUTHORIZATION_FAILED::code);
        try (var consumer = reading(Map.of(ConsumerConfig.AUTO_COMMIT_INTERVAL_MS_CONFIG, 10))) {
            consumer.seek(A0, 0);

            Awaitility.await().pollInSameThread().until(() -> {
                consumer.poll(Duration.ofMillis(10));
                return !lines.all().isEmpty();
            });
        }

        ILoggingEvent line = lines.all().get(0);
        assertThat(line.getThrowableProxy()).isNull();
        assertThat(line.getFormattedMessage()).contains("a-0").contains("GroupAuthorizationException");
    }

    @Test
    void intoOneRefusalOnlyOneCommitGoesThatNobodyAskedForAndTheNextIsToldOfToo() {
        group.commitsAnsweredBy(ErrorCode.REBALANCE_IN_PROGRESS::code);
        try (var consumer = reading(Map.of(ConsumerConfig.AUTO_COMMIT_INTERVAL_MS_CONFIG, 5_000))) {
            var commits = new HeldAnswers(ApiKey.OFFSET_COMMIT);
            floor.cluster().troubledBy(commits);
            consumer.pause(List.of(A0, A1));
            consumer.seek(A0, 0);
            aCommitIsDue(consumer);
            Awaitility.await().until(commits::isMet);
            for (int i = 0; i < 5; i++) {
                aCommitIsDue(consumer);
            }

            commits.release();
            pollUntilLines(consumer, 1);
            consumer.seek(A0, 7);
            aCommitIsDue(consumer);
            pollUntilLines(consumer, 2);
            group.commitsAnsweredBy(ErrorCode.NONE::code);
        }

        assertThat(lines.all()).hasSize(2);
        assertThat(lines.all().get(0).getFormattedMessage()).contains("RebalanceInProgressException");
        assertThat(lines.all().get(1).getFormattedMessage()).contains("offset=7");
    }

    private void aCommitIsDue(KafkaConsumer<String, String> consumer) {
        floor.moveClock(Duration.ofSeconds(5));
        consumer.poll(Duration.ZERO);
    }

    private void pollUntilLines(KafkaConsumer<String, String> consumer, int count) {
        Awaitility.await().pollInSameThread().pollInterval(Duration.ofMillis(1)).until(() -> {
            consumer.poll(Duration.ZERO);
            return lines.all().size() >= count;
        });
    }
}
