package io.milena.clients.consumer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.milena.common.TopicPartition;
import io.milena.common.errors.ErrorCode;
import io.milena.protocol.ApiKey;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

/** A cooperative member keeps its partitions in a rebalance: what it has read of them is committed when it closes. */
class ClosingInRebalanceTest {

    private static final TopicPartition A0 = new TopicPartition("a", 0);

    private final FakeGroup group = new FakeGroup();
    private final FakeFloor floor = new FakeFloor(Map.of(
            ConsumerConfig.GROUP_ID_CONFIG, "group",
            ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG, List.of(CooperativeStickyAssignor.class),
            ConsumerConfig.AUTO_COMMIT_INTERVAL_MS_CONFIG, 3_600_000,
            ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG, 20,
            ConsumerConfig.RETRY_BACKOFF_MS_CONFIG, 10,
            ConsumerConfig.RETRY_BACKOFF_MAX_MS_CONFIG, 20));

    private KafkaConsumer<String, String> member() {
        new FakeLog("a").append("one", "two").serveTo(floor.cluster());
        group.serveTo(floor.cluster());
        floor.cluster().topic("a", 1, 0);
        KafkaConsumer<String, String> consumer = floor.consumer();
        consumer.subscribe(List.of("a"));
        pollUntil(consumer, () -> consumer.assignment().contains(A0) && consumer.position(A0) == 2);
        return consumer;
    }

    private static void pollUntil(KafkaConsumer<String, String> consumer, BooleanSupplier enough) {
        await().pollInSameThread().pollInterval(Duration.ofMillis(1)).until(() -> {
            consumer.poll(Duration.ZERO);
            return enough.getAsBoolean();
        });
    }

    @Test
    void aCommitThatMeetsARebalanceIsTriedAgain() {
        KafkaConsumer<String, String> consumer = member();
        var commits = new AtomicInteger();
        group.commitsAnsweredBy(
                () -> commits.incrementAndGet() <= 3 ? ErrorCode.REBALANCE_IN_PROGRESS.code() : ErrorCode.NONE.code());

        consumer.close(Duration.ofSeconds(10));

        assertThat(group.committed().get(A0).offset()).isEqualTo(2);
        assertThat(commits).hasValue(4);
    }

    @Test
    void aRebalanceThatComesToNoEndIsNotWaitedFor() {
        KafkaConsumer<String, String> consumer = member();
        group.commitsAnsweredBy(ErrorCode.REBALANCE_IN_PROGRESS::code);
        long start = System.nanoTime();

        consumer.close(Duration.ofSeconds(30));

        assertThat(group.committed()).isEmpty();
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(10));
    }

    @Test
    void aLeaderThatHasStillToDivideThePartitionsDoesSoFirst() {
        KafkaConsumer<String, String> consumer = member();
        var joins = new HeldAnswers(ApiKey.JOIN_GROUP);
        floor.cluster().troubledBy(joins);
        group.nextBeat(ErrorCode.REBALANCE_IN_PROGRESS);
        pollUntil(consumer, joins::isMet);
        joins.release();
        await().until(() -> group.generation() == 2);
        group.commitsAnsweredBy(() -> group.syncedGeneration() == group.generation()
                ? ErrorCode.NONE.code()
                : ErrorCode.REBALANCE_IN_PROGRESS.code());
        consumer.seek(A0, 1);

        consumer.close(Duration.ofSeconds(10));

        assertThat(group.committed().get(A0).offset()).isEqualTo(1);
    }
}
