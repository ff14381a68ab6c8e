package io.milena.clients.consumer;

import static io.milena.clients.consumer.ReadStage.A0;
import static io.milena.clients.consumer.ReadStage.await;
import static io.milena.clients.consumer.ReadStage.values;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.spi.ILoggingEvent;
import io.milena.common.KafkaException;
import io.milena.common.TopicPartition;
import io.milena.common.errors.ErrorCode;
import io.milena.common.errors.FencedInstanceIdException;
import io.milena.common.errors.RebalanceInProgressException;
import io.milena.protocol.ApiKey;
import io.milena.protocol.messages.HeartbeatResponse;
import io.milena.protocol.messages.JoinGroupRequest;
import io.milena.protocol.messages.JoinGroupResponse;
import io.milena.protocol.messages.LeaveGroupRequest;
import io.milena.protocol.messages.OffsetCommitRequest;
import io.milena.protocol.messages.OffsetCommitResponse;
import io.milena.protocol.messages.OffsetFetchRequest;
import io.milena.testing.LogLines;
import io.milena.testing.ScriptedBroker;
import io.milena.testing.ScriptedStep;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A member of a group whose coordinator moves, dies, rebalances, fences it, or hears nothing of its application. */
class GroupFaultsIT {

    private final ReadStage stage = ReadStage.of(2);
    private final ScriptedBroker coordinator = stage.broker(0);

    @AfterEach
    void end() {
        stage.close();
    }

    private static ScriptedStep committing(ErrorCode error) {
        return ScriptedStep.answer(exchange -> new OffsetCommitResponse()
                .topics(List.of(new OffsetCommitResponse.OffsetCommitResponseTopic()
                        .name(ReadStage.TOPIC)
                        .partitions(List.of(new OffsetCommitResponse.OffsetCommitResponsePartition()
                                .partitionIndex(0)
                                .errorCode(error.code()))))));
    }

    @Test
    void heartbeatsGoOnWhileTheApplicationWorks() {
        stage.member(Map.of());
        int before = coordinator.requests(ApiKey.HEARTBEAT).size();

        // Nobody polls.
        await().until(() -> coordinator.requests(ApiKey.HEARTBEAT).size() >= before + 5);

        assertThat(stage.group().generation()).isEqualTo(1);
        assertThat(coordinator.requests(ApiKey.LEAVE_GROUP)).isEmpty();
    }

    @Test
    void whoseApplicationDoesNotPollLeavesAndSaysWhyAndComesBack() {
        try (var lines = new LogLines(GroupMember.class)) {
            KafkaConsumer<String, String> consumer =
                    stage.member(Map.of(ConsumerConfig.MAX_POLL_INTERVAL_MS_CONFIG, 300));

            await().until(() -> !coordinator.requests(ApiKey.LEAVE_GROUP).isEmpty());

            LeaveGroupRequest left =
                    coordinator.requests(ApiKey.LEAVE_GROUP).get(0).request(LeaveGroupRequest.class);
            assertThat(left.members().get(0).reason()).contains("poll timeout");
            assertThat(lines.all().stream().map(ILoggingEvent::getFormattedMessage))
                    .anyMatch(line -> line.contains("max.poll.interval.ms = 300") && line.contains("max.poll.records"));
            int beats = coordinator.requests(ApiKey.HEARTBEAT).size();
            await().until(() -> {
                consumer.poll(Duration.ofMillis(10));
                return stage.group().generation() == 2 && !consumer.assignment().isEmpty();
            });
            await().until(() -> coordinator.requests(ApiKey.HEARTBEAT).size() > beats);
        }
    }

    @Test
    void aStaticMemberThatIsFencedIsToldByPollAndByCommits() {
        stage.log().append("one");
        KafkaConsumer<String, String> consumer =
                stage.member(Map.of(ConsumerConfig.GROUP_INSTANCE_ID_CONFIG, "station"));
        assertThat(values(consumer, 1)).containsExactly("one");
        coordinator.next(ApiKey.OFFSET_COMMIT, committing(ErrorCode.FENCED_INSTANCE_ID));
        assertThatThrownBy(consumer::commitSync).isInstanceOf(FencedInstanceIdException.class);

        coordinator.next(
                ApiKey.HEARTBEAT,
                ScriptedStep.answer(any -> new HeartbeatResponse().errorCode(ErrorCode.FENCED_INSTANCE_ID.code())));

        await().until(() -> consumer.groupMetadata().generationId() < 0);
        consumer.seekToBeginning(List.of(A0));

        assertThatThrownBy(() -> consumer.poll(Duration.ofSeconds(10)))
                .isInstanceOf(FencedInstanceIdException.class)
                .hasMessageContaining(ReadStage.GROUP);
    }

    @Test
    void aCommitThatMeetsARebalanceSaysSoAndIsThroughAfterIt() {
        stage.log().append("one");
        KafkaConsumer<String, String> consumer = stage.member(Map.of(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false));
        assertThat(values(consumer, 1)).containsExactly("one");
        coordinator.next(ApiKey.OFFSET_COMMIT, committing(ErrorCode.REBALANCE_IN_PROGRESS));

        assertThatThrownBy(consumer::commitSync)
                .isInstanceOf(RebalanceInProgressException.class)
                .hasMessageContaining("poll completes the rebalance");

        await().until(() -> {
            consumer.poll(Duration.ofMillis(10));
            return stage.group().generation() == 2 && !consumer.assignment().isEmpty();
        });
        consumer.commitSync(Map.of(A0, new OffsetAndMetadata(1)));
        assertThat(stage.group().committed().get(A0).offset()).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource(
            value = ErrorCode.class,
            names = {"NOT_COORDINATOR", "COORDINATOR_NOT_AVAILABLE", "COORDINATOR_LOAD_IN_PROGRESS"})
    void aCoordinatorThatMovesIsLookedUpAndTheCommitIsThrough(ErrorCode error) {
        stage.log().append("one");
        KafkaConsumer<String, String> consumer = stage.member(Map.of());
        assertThat(values(consumer, 1)).containsExactly("one");
        if (error != ErrorCode.COORDINATOR_LOAD_IN_PROGRESS) {
            stage.group().serveTo(stage.broker(1));
            coordinator.always(ApiKey.OFFSET_COMMIT, committing(error));
        } else {
            coordinator.next(ApiKey.OFFSET_COMMIT, committing(error));
        }

        consumer.commitSync();

        OffsetCommitRequest sent =
                coordinator.requests(ApiKey.OFFSET_COMMIT).get(0).request(OffsetCommitRequest.class);
        assertThat(sent.topics().get(0).partitions().get(0).committedLeaderEpoch())
                .isZero();
        assertThat(stage.group().committed().get(A0).offset()).isEqualTo(1);
    }

    @Test
    void aCoordinatorThatDiesInAJoinIsFoundAgain() {
        coordinator.next(ApiKey.JOIN_GROUP, ScriptedStep.close());
        coordinator.next(
                ApiKey.JOIN_GROUP, exchange -> exchange.answerPartOf(new JoinGroupResponse().protocolName("range"), 6));
        coordinator.next(ApiKey.SYNC_GROUP, ScriptedStep.close());

        KafkaConsumer<String, String> consumer = stage.member(Map.of());

        assertThat(consumer.assignment()).containsExactly(A0);
        assertThat(figure(consumer, "failed-rebalance-total")).isGreaterThanOrEqualTo(3);
        assertThat(figure(consumer, "rebalance-total")).isEqualTo(1);
    }

    private static double figure(KafkaConsumer<?, ?> consumer, String name) {
        return consumer.metrics().entrySet().stream()
                .filter(metric -> metric.getKey().name().equals(name))
                .mapToDouble(metric -> ((Number) metric.getValue().metricValue()).doubleValue())
                .sum();
    }

    @Test
    void aFirstJoinIsNoFailureAndCallsThatWaitAreTimed() {
        KafkaConsumer<String, String> consumer = stage.member(Map.of());

        consumer.commitSync(Map.of(A0, new OffsetAndMetadata(1)));
        consumer.committed(Set.of(A0));

        assertThat(figure(consumer, "failed-rebalance-total")).isZero();
        assertThat(figure(consumer, "commit-sync-time-ns-total")).isPositive();
        assertThat(figure(consumer, "committed-time-ns-total")).isPositive();
        assertThat(coordinator.requests(ApiKey.JOIN_GROUP)).hasSize(2);
    }

    @Test
    void commitsAreSentAndToldInTheirOrderWhicheverFails() {
        stage.log().append("one");
        KafkaConsumer<String, String> consumer = stage.member(Map.of(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false));
        coordinator.next(ApiKey.OFFSET_COMMIT, committing(ErrorCode.COORDINATOR_LOAD_IN_PROGRESS));
        List<String> told = new ArrayList<>();

        for (int i = 1; i <= 3; i++) {
            consumer.commitAsync(
                    Map.of(A0, new OffsetAndMetadata(i)),
                    (offsets, failure) -> told.add(offsets.get(A0).offset() + " "
                            + (failure == null ? "" : failure.getClass().getSimpleName())));
        }
        consumer.commitSync(Map.of(A0, new OffsetAndMetadata(9)));

        assertThat(told).containsExactly("1 RetriableCommitFailedException", "2 ", "3 ");
        assertThat(stage.group().committed().get(A0).offset()).isEqualTo(9);
        assertThat(coordinator.requests(ApiKey.OFFSET_COMMIT).stream()
                        .map(exchange -> exchange.request(OffsetCommitRequest.class)
                                .topics()
                                .get(0)
                                .partitions()
                                .get(0)
                                .committedOffset()))
                .containsExactly(1L, 2L, 3L, 9L);
    }

    @Test
    void versionsAreThoseOfAThreeNineClient() {
        KafkaConsumer<String, String> consumer = stage.member(Map.of());

        consumer.commitSync(Map.of(A0, new OffsetAndMetadata(1)));
        consumer.committed(Set.of(A0));

        assertThat(coordinator.requests(ApiKey.OFFSET_COMMIT)).allMatch(exchange -> exchange.version() == 9);
        assertThat(coordinator.requests(ApiKey.OFFSET_FETCH))
                .isNotEmpty()
                .allMatch(exchange -> exchange.version() == 9)
                .allMatch(exchange -> exchange.request(OffsetFetchRequest.class)
                                .groups()
                                .get(0)
                                .memberEpoch()
                        == -1);
        assertThat(coordinator.requests(ApiKey.JOIN_GROUP))
                .allMatch(exchange -> exchange.version() == 9)
                .allMatch(exchange ->
                        exchange.request(JoinGroupRequest.class).protocolType().equals("consumer"));
    }

    @Test
    void aListenerThatThrowsComesOutOfPollAndTheMemberGoesOn() {
        stage.log().append("one");
        KafkaConsumer<String, String> consumer =
                stage.consumer(Map.of(ConsumerConfig.GROUP_ID_CONFIG, ReadStage.GROUP));
        consumer.subscribe(List.of(ReadStage.TOPIC), new ConsumerRebalanceListener() {
            @Override
            public void onPartitionsRevoked(Collection<TopicPartition> partitions) {}

            @Override
            public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
                throw new IllegalStateException("the listener is not well");
            }
        });

        assertThatThrownBy(() -> await().until(() -> {
                    consumer.poll(Duration.ofMillis(20));
                    return false;
                }))
                .isInstanceOf(KafkaException.class)
                .hasRootCauseMessage("the listener is not well");

        assertThat(values(consumer, 1)).containsExactly("one");
    }
}
