package io.milena.clients.consumer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.milena.clients.consumer.AssignedPartition.Phase;
import io.milena.common.TopicPartition;
import io.milena.common.Uuid;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What is subscribed to and assigned, and what becomes of positions. */
class SubscriptionTest {

    private static final TopicPartition A0 = new TopicPartition("a", 0);
    private static final TopicPartition B0 = new TopicPartition("b", 0);

    private final Subscription subscription = new Subscription(OffsetResetStrategy.EARLIEST);

    @Test
    void theThreeWaysExcludeEachOther() {
        subscription.subscribed(List.of("a"), new NoRebalanceListener());

        assertThatThrownBy(() -> subscription.assignedByHand(List.of(A0)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("unsubscribe");
    }

    @Test
    void partitionsThatStayKeepTheirPositions() {
        subscription.assignedByHand(List.of(A0, B0));
        subscription.require(A0).moved(7, 1);

        subscription.assignedByHand(List.of(A0));

        assertThat(subscription.require(A0).position()).isEqualTo(7);
        assertThat(subscription.assignment()).containsExactly(A0);
    }

    @Test
    void aPatternTakesTopicsAsTheyCome() {
        subscription.subscribed(Pattern.compile("a.*"), new NoRebalanceListener());

        assertThat(subscription.topicsSeen(List.of("a", "ab", "b"))).isTrue();
        assertThat(subscription.topicsSeen(List.of("ab", "a", "c"))).isFalse();
        assertThat(subscription.topics()).containsExactly("a", "ab");
        assertThat(subscription.matches(List.of(B0))).isFalse();
    }

    @Test
    void committedPositionsCarryTheLeaderEpoch() {
        subscription.assignedByHand(List.of(A0, B0));
        subscription.require(A0).moved(7, 1);
        subscription.require(A0).consumed(9, 2);

        assertThat(subscription.consumed())
                .containsExactly(Map.entry(A0, new OffsetAndMetadata(9, Optional.of(2), "")));
    }

    @Test
    void aNewLeaderEpochCallsForACheckOnceSomethingWasRead() {
        subscription.assignedByHand(List.of(A0));
        AssignedPartition partition = subscription.require(A0);
        partition.moved(7, AssignedPartition.NONE);
        partition.leaderEpochSeen(3);
        assertThat(partition.phase()).isEqualTo(Phase.READY);

        partition.consumed(9, 3);
        partition.leaderEpochSeen(3);
        assertThat(partition.phase()).isEqualTo(Phase.READY);

        partition.leaderEpochSeen(4);
        assertThat(partition.phase()).isEqualTo(Phase.NEEDS_CHECK);
        partition.agreed();
        assertThat(partition.phase()).isEqualTo(Phase.READY);
    }

    @Test
    void aTopicThatIsMadeAnewHasEpochsOfItsOwn() {
        var partition = new AssignedPartition(new TopicPartition("a", 0));
        partition.topicSeen(new Uuid(1, 1));
        partition.moved(3, 5);
        partition.leaderEpochSeen(6);
        assertThat(partition.phase()).isEqualTo(AssignedPartition.Phase.NEEDS_CHECK);

        assertThat(partition.topicSeen(Uuid.ZERO)).isFalse();
        assertThat(partition.topicSeen(new Uuid(2, 2))).isTrue();
        partition.leaderEpochSeen(0);
        assertThat(partition.phase()).isEqualTo(AssignedPartition.Phase.READY);
        assertThat(partition.position()).isEqualTo(3);

        partition.consumed(4, 0);
        partition.leaderEpochSeen(1);
        assertThat(partition.phase()).isEqualTo(AssignedPartition.Phase.NEEDS_CHECK);
    }

    @Test
    void aSeekDropsWhatWasFetched() {
        subscription.assignedByHand(List.of(A0));
        AssignedPartition partition = subscription.require(A0);
        partition.moved(0, AssignedPartition.NONE);
        partition.fetchedUpTo(100);
        int before = partition.stamp();

        partition.moved(50, AssignedPartition.NONE);

        assertThat(partition.stamp()).isNotEqualTo(before);
        assertThat(partition.chunks()).isZero();
        assertThat(partition.nextFetch()).isEqualTo(50);
    }
}
