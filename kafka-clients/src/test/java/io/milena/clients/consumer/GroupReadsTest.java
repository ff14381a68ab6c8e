package io.milena.clients.consumer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.milena.common.KafkaException;
import io.milena.common.TopicPartition;
import io.milena.common.config.ConfigException;
import io.milena.common.errors.ErrorCode;
import io.milena.common.errors.FencedInstanceIdException;
import io.milena.common.errors.InvalidGroupIdException;
import io.milena.common.errors.TimeoutException;
import io.milena.protocol.messages.HeartbeatRequest;
import io.milena.protocol.messages.JoinGroupRequest;
import io.milena.protocol.messages.LeaveGroupRequest;
import io.milena.protocol.messages.OffsetCommitRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A consumer as the member of a group, against a coordinator that answers as told. */
class GroupReadsTest {

    private static final TopicPartition A0 = new TopicPartition("a", 0);
    private static final Duration SHORT = Duration.ofMillis(50);

    private final FakeLog log = new FakeLog("a");
    private final FakeGroup group = new FakeGroup();
    private final Heard heard = new Heard();
    private final List<KafkaConsumer<?, ?>> open = new ArrayList<>();

    /** Writes down what a listener hears. */
    private static final class Heard implements ConsumerRebalanceListener {

        private final List<String> calls = new ArrayList<>();

        @Override
        public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
            calls.add("revoked " + partitions);
        }

        @Override
        public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
            calls.add("assigned " + partitions);
        }

        @Override
        public void onPartitionsLost(Collection<TopicPartition> partitions) {
            calls.add("lost " + partitions);
        }
    }

    @AfterEach
    void closeAll() {
        open.forEach(consumer -> consumer.close(Duration.ofSeconds(1)));
    }

    private FakeFloor floor(Map<String, Object> settings) {
        Map<String, Object> all = new HashMap<>(settings);
        all.putIfAbsent(ConsumerConfig.RETRY_BACKOFF_MS_CONFIG, 10);
        all.putIfAbsent(ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG, 20);
        all.putIfAbsent(ConsumerConfig.GROUP_ID_CONFIG, "group");
        var floor = new FakeFloor(all);
        log.serveTo(floor.cluster());
        group.serveTo(floor.cluster());
        floor.cluster().topic("a", 1, 0);
        return floor;
    }

    private KafkaConsumer<String, String> member(FakeFloor floor) {
        KafkaConsumer<String, String> consumer = floor.consumer();
        open.add(consumer);
        consumer.subscribe(List.of("a"), heard);
        return consumer;
    }

    private static List<String> pollUntil(KafkaConsumer<String, String> consumer, BooleanSupplier enough) {
        List<String> values = new ArrayList<>();
        for (int i = 0; i < 400 && !enough.getAsBoolean(); i++) {
            consumer.poll(SHORT).forEach(record -> values.add(record.value()));
        }
        assertThat(enough.getAsBoolean()).isTrue();
        return values;
    }

    @Test
    void aMemberIsGivenItsPartitionsAndReadsThem() {
        log.append("one", "two");
        KafkaConsumer<String, String> consumer = member(floor(Map.of()));

        List<String> values =
                pollUntil(consumer, () -> consumer.assignment().contains(A0) && consumer.position(A0) == 2);

        assertThat(values).containsExactly("one", "two");
        assertThat(heard.calls).contains("assigned [a-0]");
        assertThat(consumer.groupMetadata().generationId()).isEqualTo(1);
    }

    @Test
    void itBeginsWhereTheGroupHasCommitted() {
        log.append("one", "two");
        group.committed().put(A0, new OffsetAndMetadata(1));
        KafkaConsumer<String, String> consumer = member(floor(Map.of()));

        List<String> values =
                pollUntil(consumer, () -> consumer.assignment().contains(A0) && consumer.position(A0) == 2);

        assertThat(values).containsExactly("two");
        assertThat(consumer.committed(Set.of(A0)).get(A0)).isEqualTo(new OffsetAndMetadata(1));
    }

    @Test
    void positionsAreCommittedWithLeaderEpochsAndOnClosing() {
        log.append("one");
        KafkaConsumer<String, String> consumer =
                member(floor(Map.of(ConsumerConfig.AUTO_COMMIT_INTERVAL_MS_CONFIG, 60_000)));
        pollUntil(consumer, () -> consumer.assignment().contains(A0) && consumer.position(A0) == 1);

        consumer.close(Duration.ofSeconds(5));

        assertThat(group.committed().get(A0).offset()).isEqualTo(1);
        assertThat(group.committed().get(A0).leaderEpoch()).hasValue(0);
        assertThat(heard.calls).endsWith("revoked [a-0]");
    }

    @Test
    void aListenerCommitsWhatItsConsumerHasReadWhenThatCloses() {
        log.append("one", "two");
        KafkaConsumer<String, String> consumer =
                floor(Map.of(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false)).consumer();
        open.add(consumer);
        consumer.subscribe(List.of("a"), new ConsumerRebalanceListener() {
            @Override
            public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
                consumer.commitSync(Map.of(A0, new OffsetAndMetadata(consumer.position(A0))));
                consumer.close();
                consumer.commitAsync(Map.of(A0, new OffsetAndMetadata(2)), (offsets, e) -> heard.calls.add("two " + e));
            }

            @Override
            public void onPartitionsAssigned(Collection<TopicPartition> partitions) {}
        });
        pollUntil(consumer, () -> consumer.assignment().contains(A0) && consumer.position(A0) == 2);

        consumer.close(Duration.ofSeconds(5));

        assertThat(group.committed().get(A0).offset()).isEqualTo(2);
        assertThat(heard.calls).containsExactly("two null");
        assertThatThrownBy(consumer::assignment).hasMessageContaining("closed");
    }

    @Test
    void aCommitThatIsNotThroughBeforeItsMemberIsLostIsNotMadeInALaterGeneration() {
        log.append("one");
        group.commitsAnsweredBy(() -> ErrorCode.COORDINATOR_LOAD_IN_PROGRESS.code());
        FakeFloor floor = floor(Map.of(ConsumerConfig.AUTO_COMMIT_INTERVAL_MS_CONFIG, 60_000));
        KafkaConsumer<String, String> consumer = member(floor);
        pollUntil(consumer, () -> consumer.assignment().contains(A0) && consumer.position(A0) == 1);
        group.nextBeat(ErrorCode.REBALANCE_IN_PROGRESS);
        pollUntil(
                consumer,
                () -> !floor.cluster().requests(OffsetCommitRequest.class).isEmpty());

        group.nextBeat(ErrorCode.UNKNOWN_MEMBER_ID);
        pollUntil(
                consumer, () -> group.generation() == 2 && consumer.assignment().contains(A0));
        int beats = floor.cluster().requests(HeartbeatRequest.class).size();
        pollUntil(
                consumer, () -> floor.cluster().requests(HeartbeatRequest.class).size() > beats + 5);

        assertThat(floor.cluster().requests(OffsetCommitRequest.class))
                .allMatch(commit -> commit.generationIdOrMemberEpoch() == 1);
    }

    @Test
    void whatIsDueIsCommittedBeforeOtherPartitionsAreAssigned() {
        log.append("one");
        FakeFloor floor = floor(Map.of(ConsumerConfig.AUTO_COMMIT_INTERVAL_MS_CONFIG, 60_000));
        KafkaConsumer<String, String> consumer = floor.consumer();
        open.add(consumer);
        consumer.assign(List.of(A0));
        pollUntil(consumer, () -> consumer.position(A0) == 1);
        floor.moveClock(Duration.ofSeconds(61));

        consumer.assign(List.of(new TopicPartition("a", 1)));

        Awaitility.await().until(() -> group.committed().get(A0) != null);
        assertThat(group.committed().get(A0).offset()).isEqualTo(1);
    }

    /** Throws whatever it hears. */
    public static final class Angry implements ConsumerInterceptor<String, String> {

        @Override
        public ConsumerRecords<String, String> onConsume(ConsumerRecords<String, String> records) {
            throw new IllegalStateException("on records");
        }

        @Override
        public void onCommit(Map<TopicPartition, OffsetAndMetadata> offsets) {
            throw new IllegalStateException("on a commit");
        }

        @Override
        public void close() {
            throw new IllegalStateException("on closing");
        }

        @Override
        public void configure(Map<String, ?> configs) {}
    }

    @Test
    void interceptorsThatThrowChangeNothing() {
        log.append("one");
        KafkaConsumer<String, String> consumer =
                member(floor(Map.of(ConsumerConfig.INTERCEPTOR_CLASSES_CONFIG, Angry.class.getName())));

        assertThat(pollUntil(consumer, () -> consumer.assignment().contains(A0) && consumer.position(A0) == 1))
                .containsExactly("one");
        consumer.commitSync();
        consumer.close(Duration.ofSeconds(5));

        assertThat(group.committed().get(A0).offset()).isEqualTo(1);
    }

    @Test
    void aListenerMayCommitWhatIsRevokedOnClosingAndNothingMayBeDoneAfterwards() {
        log.append("one", "two");
        KafkaConsumer<String, String> consumer =
                floor(Map.of(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false)).consumer();
        consumer.subscribe(List.of("a"), new ConsumerRebalanceListener() {
            @Override
            public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
                consumer.commitSync(Map.of(A0, new OffsetAndMetadata(consumer.position(A0))));
                consumer.close();
            }

            @Override
            public void onPartitionsAssigned(Collection<TopicPartition> partitions) {}
        });
        pollUntil(consumer, () -> consumer.assignment().contains(A0) && consumer.position(A0) == 2);

        consumer.close(Duration.ofSeconds(5));

        assertThat(group.committed().get(A0).offset()).isEqualTo(2);
        assertThatThrownBy(consumer::assignment).isInstanceOf(IllegalStateException.class);
        consumer.close();
    }

    @Test
    void theCoordinatorHearsWhenADynamicMemberClosesAndNotWhenAStaticOneDoes() {
        FakeFloor dynamic = floor(Map.of());
        KafkaConsumer<String, String> first = member(dynamic);
        pollUntil(first, () -> first.assignment().contains(A0));
        first.close(Duration.ofSeconds(5));

        FakeFloor fixed = floor(Map.of(ConsumerConfig.GROUP_INSTANCE_ID_CONFIG, "fixed"));
        KafkaConsumer<String, String> second = member(fixed);
        pollUntil(second, () -> second.assignment().contains(A0));
        second.close(Duration.ofSeconds(5));

        assertThat(dynamic.cluster().requests(LeaveGroupRequest.class)).hasSize(1);
        assertThat(fixed.cluster().requests(LeaveGroupRequest.class)).isEmpty();
        assertThat(fixed.cluster().requests(JoinGroupRequest.class).get(0).groupInstanceId())
                .isEqualTo("fixed");
    }

    @Test
    void anEagerMemberGivesUpEverythingBeforeARebalance() {
        KafkaConsumer<String, String> consumer = member(floor(Map.of()));
        pollUntil(consumer, () -> consumer.assignment().contains(A0));

        group.nextBeat(ErrorCode.REBALANCE_IN_PROGRESS);
        pollUntil(
                consumer, () -> group.generation() == 2 && consumer.assignment().contains(A0));

        assertThat(heard.calls).endsWith("assigned [a-0]", "revoked [a-0]", "assigned [a-0]");
    }

    @Test
    void aCooperativeMemberKeepsWhatItHasInARebalance() {
        FakeFloor floor = floor(
                Map.of(ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG, List.of(CooperativeStickyAssignor.class)));
        KafkaConsumer<String, String> consumer = member(floor);
        pollUntil(consumer, () -> consumer.assignment().contains(A0));

        group.nextBeat(ErrorCode.REBALANCE_IN_PROGRESS);
        pollUntil(consumer, () -> group.generation() == 2 && heard.calls.size() == 2);

        assertThat(heard.calls).containsExactly("assigned [a-0]", "assigned []");
    }

    @Test
    void aMemberThatIsNoLongerKnownHasLostItsPartitionsAndComesBack() {
        KafkaConsumer<String, String> consumer = member(floor(Map.of()));
        pollUntil(consumer, () -> consumer.assignment().contains(A0));

        group.nextBeat(ErrorCode.UNKNOWN_MEMBER_ID);
        pollUntil(
                consumer, () -> group.generation() == 2 && consumer.assignment().contains(A0));

        assertThat(heard.calls).endsWith("assigned [a-0]", "lost [a-0]", "assigned [a-0]");
    }

    @Test
    void aFencedInstanceIsTold() {
        KafkaConsumer<String, String> consumer =
                member(floor(Map.of(ConsumerConfig.GROUP_INSTANCE_ID_CONFIG, "fixed")));
        group.committed().put(A0, new OffsetAndMetadata(0));
        assertThatThrownBy(() -> {
                    group.nextBeat(ErrorCode.FENCED_INSTANCE_ID);
                    for (int i = 0; i < 200; i++) {
                        consumer.poll(SHORT);
                    }
                })
                .isInstanceOf(FencedInstanceIdException.class);
    }

    @Test
    void whoDoesNotPollForTooLongLosesItsPartitions() {
        FakeFloor floor = floor(Map.of(
                ConsumerConfig.MAX_POLL_INTERVAL_MS_CONFIG, 300, ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG, 10_000));
        KafkaConsumer<String, String> consumer = member(floor);
        pollUntil(consumer, () -> consumer.assignment().contains(A0));

        await().atMost(Duration.ofSeconds(10))
                .until(() -> !floor.cluster().requests(LeaveGroupRequest.class).isEmpty());
        pollUntil(consumer, () -> heard.calls.contains("lost [a-0]"));

        assertThat(floor.cluster().requests(HeartbeatRequest.class)).isNotEmpty();
    }

    @Test
    void aListenerThatThrowsComesOutOfPollAndTheRebalanceGoesOn() {
        KafkaConsumer<String, String> consumer = floor(Map.of()).consumer();
        open.add(consumer);
        consumer.subscribe(List.of("a"), new ConsumerRebalanceListener() {
            @Override
            public void onPartitionsRevoked(Collection<TopicPartition> partitions) {}

            @Override
            public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
                throw new IllegalStateException("listener");
            }
        });

        assertThatThrownBy(() -> pollUntil(consumer, () -> false))
                .isInstanceOf(KafkaException.class)
                .hasRootCauseMessage("listener");
        assertThat(consumer.assignment()).containsExactly(A0);
    }

    @Test
    void aCommitOfOneThatIsNoLongerAMemberFailsForGood() {
        KafkaConsumer<String, String> consumer = member(floor(Map.of()));
        pollUntil(consumer, () -> consumer.assignment().contains(A0));
        group.commitsAnsweredBy(ErrorCode.UNKNOWN_MEMBER_ID::code);

        assertThatThrownBy(() -> consumer.commitSync(Map.of(A0, new OffsetAndMetadata(1))))
                .isInstanceOf(CommitFailedException.class)
                .hasMessageContaining("max.poll.interval.ms");
    }

    @Test
    void aSyncCommitIsTriedAgainUntilItIsThroughOrItsTimeIsOver() {
        KafkaConsumer<String, String> consumer = member(floor(Map.of()));
        pollUntil(consumer, () -> consumer.assignment().contains(A0));
        var tries = new AtomicInteger();
        group.commitsAnsweredBy(() ->
                tries.incrementAndGet() < 3 ? ErrorCode.COORDINATOR_LOAD_IN_PROGRESS.code() : ErrorCode.NONE.code());

        consumer.commitSync(Map.of(A0, new OffsetAndMetadata(1)));
        assertThat(tries).hasValue(3);

        group.commitsAnsweredBy(ErrorCode.COORDINATOR_LOAD_IN_PROGRESS::code);
        assertThatThrownBy(() -> consumer.commitSync(Map.of(A0, new OffsetAndMetadata(1)), Duration.ofMillis(100)))
                .isInstanceOf(TimeoutException.class);
    }

    @Test
    void callbacksOfAsyncCommitsComeInOrderAndFailuresThatMayPassSaySo() {
        KafkaConsumer<String, String> consumer = member(floor(Map.of(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false)));
        pollUntil(consumer, () -> consumer.assignment().contains(A0));
        List<Long> offsets = new ArrayList<>();
        List<Exception> failures = new ArrayList<>();
        var calls = new AtomicInteger();
        group.commitsAnsweredBy(() ->
                calls.incrementAndGet() == 2 ? ErrorCode.COORDINATOR_LOAD_IN_PROGRESS.code() : ErrorCode.NONE.code());

        for (long offset = 1; offset <= 3; offset++) {
            consumer.commitAsync(Map.of(A0, new OffsetAndMetadata(offset)), (committed, failure) -> {
                offsets.add(committed.get(A0).offset());
                if (failure != null) {
                    failures.add(failure);
                }
            });
        }
        consumer.commitSync(Map.of(A0, new OffsetAndMetadata(4)));

        assertThat(offsets).containsExactly(1L, 2L, 3L);
        assertThat(failures).singleElement().isInstanceOf(RetriableCommitFailedException.class);
        assertThat(group.committed().get(A0).offset()).isEqualTo(4);
    }

    @Test
    void aPatternTakesTopicsAsTheyCome() {
        FakeFloor floor = floor(Map.of());
        KafkaConsumer<String, String> consumer = floor.consumer();
        open.add(consumer);
        consumer.subscribe(Pattern.compile("a.*"), heard);
        pollUntil(consumer, () -> consumer.assignment().contains(A0));

        floor.cluster().topic("ab", 1, 0);
        pollUntil(consumer, () -> consumer.assignment().contains(new TopicPartition("ab", 0)));

        assertThat(consumer.subscription()).containsExactlyInAnyOrder("a", "ab");
    }

    @Test
    void aPatternJoinsOnceItIsKnownWhatItMatches() {
        FakeFloor floor = floor(Map.of());
        floor.cluster().noTopics();
        KafkaConsumer<String, String> consumer = floor.consumer();
        open.add(consumer);
        consumer.subscribe(Pattern.compile("a.*"), heard);
        consumer.poll(SHORT);

        floor.cluster().topic("a", 1, 0);
        pollUntil(consumer, () -> consumer.assignment().contains(A0));

        assertThat(heard.calls).containsExactly("assigned [a-0]");
    }

    @Test
    void morePartitionsOfATopicAreDividedAnew() {
        FakeFloor floor = floor(Map.of());
        KafkaConsumer<String, String> consumer = member(floor);
        pollUntil(consumer, () -> consumer.assignment().contains(A0));

        floor.cluster().topic("a", 2, 0);

        pollUntil(consumer, () -> consumer.assignment().contains(new TopicPartition("a", 1)));
    }

    @Test
    void unsubscribingGivesEverythingUp() {
        KafkaConsumer<String, String> consumer = member(floor(Map.of()));
        pollUntil(consumer, () -> consumer.assignment().contains(A0));

        consumer.unsubscribe();

        assertThat(consumer.assignment()).isEmpty();
        assertThat(heard.calls).endsWith("revoked [a-0]");
        assertThatThrownBy(() -> consumer.poll(SHORT)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void whatDoesNotGoTogetherIsRefused() {
        assertThatThrownBy(() -> floor(Map.of(ConsumerConfig.GROUP_PROTOCOL_CONFIG, "consumer"))
                        .consumer())
                .hasCauseInstanceOf(ConfigException.class)
                .hasMessageContaining("group.protocol")
                .hasMessageContaining("classic");
        assertThatThrownBy(() -> floor(Map.of(ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG, 45_000))
                        .consumer())
                .hasCauseInstanceOf(ConfigException.class)
                .hasMessageContaining("heartbeat.interval.ms");
        KafkaConsumer<String, String> alone = new FakeFloor(Map.of()).consumer();
        open.add(alone);
        assertThatThrownBy(() -> alone.subscribe(List.of("a"))).isInstanceOf(InvalidGroupIdException.class);
    }
}
