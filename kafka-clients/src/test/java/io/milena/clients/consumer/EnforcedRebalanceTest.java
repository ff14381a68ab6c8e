package io.milena.clients.consumer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.milena.common.TopicPartition;
import io.milena.protocol.messages.JoinGroupRequest;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** A rebalance that the application wants, against a coordinator that answers as told. */
class EnforcedRebalanceTest {

    private static final TopicPartition A0 = new TopicPartition("a", 0);

    private final FakeGroup group = new FakeGroup();
    private final FakeFloor floor = new FakeFloor(Map.of(ConsumerConfig.GROUP_ID_CONFIG, "group"));

    private KafkaConsumer<String, String> consumer() {
        new FakeLog("a").serveTo(floor.cluster());
        group.serveTo(floor.cluster());
        floor.cluster().topic("a", 1, 0);
        return floor.consumer();
    }

    private static void awaitGeneration(int generation, KafkaConsumer<String, String> member) {
        Awaitility.await().pollInSameThread().until(() -> {
            member.poll(Duration.ofMillis(10));
            return member.groupMetadata().generationId() == generation
                    && member.assignment().contains(A0);
        });
    }

    @Test
    void theNextPollsCarryItOutAndTheCoordinatorHearsWhy() {
        try (var member = consumer()) {
            member.subscribe(List.of("a"));
            awaitGeneration(1, member);

            member.enforceRebalance("weights have changed");
            assertThat(member.groupMetadata().generationId()).isEqualTo(1);
            awaitGeneration(2, member);
            member.enforceRebalance();
            awaitGeneration(3, member);
        }

        assertThat(floor.cluster().requests(JoinGroupRequest.class))
                .extracting(JoinGroupRequest::reason)
                .contains("weights have changed", "rebalance enforced by user");
    }

    @Test
    void withoutAGroupThereIsNothingToRebalance() {
        try (var alone = consumer()) {
            alone.assign(List.of(A0));

            assertThatThrownBy(alone::enforceRebalance)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("subscribe");
        }
    }
}
