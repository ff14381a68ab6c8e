package io.milena.clients.consumer;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.common.TopicPartition;
import io.milena.common.errors.ErrorCode;
import io.milena.protocol.ApiKey;
import io.milena.protocol.ApiMessage;
import io.milena.protocol.messages.FetchResponse;
import io.milena.protocol.messages.FindCoordinatorResponse;
import io.milena.protocol.messages.HeartbeatResponse;
import io.milena.protocol.messages.JoinGroupResponse;
import io.milena.protocol.messages.ListOffsetsResponse;
import io.milena.protocol.messages.OffsetCommitResponse;
import io.milena.protocol.messages.OffsetFetchResponse;
import io.milena.protocol.messages.SyncGroupResponse;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A member of a group whose brokers fail again and again, in every way that may pass: no answer, an answer that is lost
 * after the broker did what it was asked for, an error. Its application hears nothing of that; it gets every record, in
 * order from where the group has committed, and nothing is committed that it did not get.
 */
class FaultyGroupProperties {

    private static final TopicPartition A0 = new TopicPartition("a", 0);
    private static final int MOST_TROUBLES = 60;
    private static final Duration SHORT = Duration.ofMillis(3);

    private static final List<ErrorCode> OF_COORDINATOR = List.of(
            ErrorCode.COORDINATOR_LOAD_IN_PROGRESS, ErrorCode.COORDINATOR_NOT_AVAILABLE, ErrorCode.NOT_COORDINATOR);
    private static final List<ErrorCode> OF_MEMBERS = List.of(
            ErrorCode.UNKNOWN_MEMBER_ID,
            ErrorCode.REBALANCE_IN_PROGRESS,
            ErrorCode.ILLEGAL_GENERATION,
            ErrorCode.NOT_COORDINATOR,
            ErrorCode.COORDINATOR_NOT_AVAILABLE);
    private static final List<ErrorCode> OF_JOINS = List.of(
            ErrorCode.UNKNOWN_MEMBER_ID,
            ErrorCode.REBALANCE_IN_PROGRESS,
            ErrorCode.COORDINATOR_LOAD_IN_PROGRESS,
            ErrorCode.NOT_COORDINATOR,
            ErrorCode.COORDINATOR_NOT_AVAILABLE);
    private static final List<ErrorCode> OF_LEADERS = List.of(
            ErrorCode.NOT_LEADER_OR_FOLLOWER,
            ErrorCode.UNKNOWN_LEADER_EPOCH,
            ErrorCode.FENCED_LEADER_EPOCH,
            ErrorCode.UNKNOWN_TOPIC_OR_PARTITION,
            ErrorCode.KAFKA_STORAGE_ERROR);

    private final FakeLog log = new FakeLog("a");
    private final FakeGroup group = new FakeGroup();
    private final Set<Long> got = new TreeSet<>();
    private long next;

    static LongStream seeds() {
        return LongStream.rangeClosed(1, 6);
    }

    /** What goes wrong, by chance, on the loop's thread. */
    private static final class Troubles implements FakeCluster.Trouble {

        private final Random random;
        private final int perMille;
        private final AtomicInteger left = new AtomicInteger(MOST_TROUBLES);

        Troubles(Random random) {
            this.random = random;
            this.perMille = 150 + random.nextInt(300);
        }

        boolean areOver() {
            return left.get() <= 0;
        }

        @Override
        public @Nullable ApiMessage meet(ApiKey api, Supplier<@Nullable ApiMessage> broker) {
            if (areOver() || random.nextInt(1_000) >= perMille) {
                return broker.get();
            }
            left.decrementAndGet();
            switch (random.nextInt(4)) {
                case 0:
                    return null;
                case 1:
                    return lost(broker.get());
                default:
                    return refused(api, broker.get());
            }
        }

        private static @Nullable ApiMessage lost(@Nullable ApiMessage answer) {
            if (answer != null) {
                answer.release();
            }
            return null;
        }

        private ErrorCode one(List<ErrorCode> errors) {
            return errors.get(random.nextInt(errors.size()));
        }

        private @Nullable ApiMessage refused(ApiKey api, @Nullable ApiMessage answer) {
            return switch (api) {
                case FIND_COORDINATOR ->
                    new FindCoordinatorResponse()
                            .coordinators(List.of(new FindCoordinatorResponse.Coordinator()
                                    .errorCode(ErrorCode.COORDINATOR_NOT_AVAILABLE.code())));
                case JOIN_GROUP ->
                    new JoinGroupResponse().errorCode(one(OF_JOINS).code());
                case SYNC_GROUP ->
                    new SyncGroupResponse().errorCode(one(OF_MEMBERS).code());
                case HEARTBEAT ->
                    new HeartbeatResponse().errorCode(one(OF_MEMBERS).code());
                case OFFSET_COMMIT -> refusedCommit((OffsetCommitResponse) answer);
                case OFFSET_FETCH ->
                    new OffsetFetchResponse()
                            .groups(List.of(new OffsetFetchResponse.OffsetFetchResponseGroup()
                                    .errorCode(one(OF_COORDINATOR).code())));
                case LIST_OFFSETS -> refusedList((ListOffsetsResponse) answer);
                case FETCH -> refusedFetch((FetchResponse) answer);
                default -> answer;
            };
        }

        private ApiMessage refusedCommit(OffsetCommitResponse answer) {
            ErrorCode error = random.nextBoolean() ? one(OF_MEMBERS) : one(OF_COORDINATOR);
            answer.topics().forEach(topic -> topic.partitions().forEach(told -> told.errorCode(error.code())));
            return answer;
        }

        private ApiMessage refusedList(ListOffsetsResponse answer) {
            ErrorCode error = one(OF_LEADERS);
            answer.topics().forEach(topic -> topic.partitions().forEach(told -> told.errorCode(error.code())));
            return answer;
        }

        private ApiMessage refusedFetch(FetchResponse answer) {
            answer.release();
            if (random.nextInt(4) == 0) {
                return new FetchResponse().errorCode(ErrorCode.FETCH_SESSION_ID_NOT_FOUND.code());
            }
            ErrorCode error = one(OF_LEADERS);
            return new FetchResponse()
                    .sessionId(1)
                    .responses(List.of(new FetchResponse.FetchableTopicResponse()
                            .topic("a")
                            .partitions(List.of(new FetchResponse.PartitionData().errorCode(error.code())))));
        }
    }

    private void fill(Random random) {
        int batches = 20 + random.nextInt(40);
        for (int i = 0; i < batches; i++) {
            String[] values = new String[1 + random.nextInt(4)];
            Arrays.fill(values, "value");
            log.append(values);
        }
    }

    private static Map<String, Object> settings(Random random) {
        Map<String, Object> settings = new HashMap<>(Map.of(
                ConsumerConfig.GROUP_ID_CONFIG,
                "group",
                ConsumerConfig.RETRY_BACKOFF_MS_CONFIG,
                1,
                ConsumerConfig.RETRY_BACKOFF_MAX_MS_CONFIG,
                3,
                ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG,
                1 + random.nextInt(5),
                ConsumerConfig.AUTO_COMMIT_INTERVAL_MS_CONFIG,
                1 + random.nextInt(10),
                ConsumerConfig.MAX_POLL_RECORDS_CONFIG,
                1 + random.nextInt(10)));
        if (random.nextBoolean()) {
            settings.put(ConsumerConfig.GROUP_INSTANCE_ID_CONFIG, "station");
        }
        if (random.nextBoolean()) {
            settings.put(
                    ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG, CooperativeStickyAssignor.class.getName());
        }
        return settings;
    }

    /** Records come in order from where the group has committed whenever partitions come. */
    private final class Order implements ConsumerRebalanceListener {

        @Override
        public void onPartitionsRevoked(Collection<TopicPartition> partitions) {}

        @Override
        public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
            if (!partitions.isEmpty()) {
                next = committed();
            }
        }
    }

    private void poll(KafkaConsumer<String, String> consumer, String seed) {
        for (ConsumerRecord<String, String> record : consumer.poll(SHORT)) {
            assertThat(record.offset()).as(seed).isEqualTo(next);
            next++;
            got.add(record.offset());
        }
        assertThat(committed()).as(seed).isLessThanOrEqualTo(got.size());
    }

    private long committed() {
        OffsetAndMetadata committed = group.committed().get(A0);
        return committed == null ? 0 : committed.offset();
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void everythingIsReadAndNothingIsCommittedBeforeIt(long number) {
        var random = new Random(number);
        String seed = "seed " + number;
        fill(random);
        var floor = new FakeFloor(settings(random));
        log.serveTo(floor.cluster());
        group.serveTo(floor.cluster());
        floor.cluster().topic("a", 1, 0);
        var troubles = new Troubles(random);
        floor.cluster().troubledBy(troubles);
        long deadline = System.nanoTime() + Duration.ofSeconds(20).toNanos();

        try (KafkaConsumer<String, String> consumer = floor.consumer()) {
            consumer.subscribe(List.of("a"), new Order());
            boolean isDone = false;
            while (!isDone && System.nanoTime() < deadline) {
                poll(consumer, seed);
                isDone = troubles.areOver() && committed() == log.end();
                if (got.size() == log.end() && !troubles.areOver()) {
                    log.append("one more");
                }
            }

            assertThat(got).as(seed).hasSize((int) log.end());
            assertThat(committed()).as(seed).isEqualTo(log.end());
        }
    }
}
