package io.milena.clients.consumer;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.clients.ClusterView;
import io.milena.common.Node;
import io.milena.common.TopicPartition;
import io.milena.common.Uuid;
import io.milena.common.errors.ErrorCode;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What is fetched from where, and what is not. */
class FetchPlanTest {

    private static final Node ONE = new Node(1, "one", 9092, null);
    private static final Node TWO = new Node(2, "two", 9092, "near");
    private static final ClusterView VIEW = new ClusterView(
            1,
            "cluster",
            ONE,
            Map.of(1, ONE, 2, TWO),
            Map.of(
                    "a",
                    new ClusterView.Topic(
                            "a", Uuid.ONE, false, ErrorCode.NONE, List.of(led(0, 1), led(1, 2), led(2, -1)))));

    private final FetchPlan plan = new FetchPlan(1_000, 600);

    private static ClusterView.Partition led(int index, int leader) {
        return new ClusterView.Partition(index, leader, 0, List.of(1, 2), List.of(1, 2), List.of(), ErrorCode.NONE);
    }

    private static AssignedPartition ready(int index) {
        var partition = new AssignedPartition(new TopicPartition("a", index));
        partition.moved(0, AssignedPartition.NONE);
        return partition;
    }

    private Map<Integer, List<AssignedPartition>> choose(AssignedPartition... partitions) {
        return plan.choose(List.of(partitions), VIEW, Set.of(), 0, 0).byBroker();
    }

    @Test
    void eachLeaderIsAskedForItsOwn() {
        AssignedPartition first = ready(0);
        AssignedPartition second = ready(1);

        assertThat(choose(first, second)).containsEntry(1, List.of(first)).containsEntry(2, List.of(second));
    }

    @Test
    void aPartitionWithoutLeaderWaits() {
        FetchPlan.Targets targets = plan.choose(List.of(ready(2)), VIEW, Set.of(), 0, 0);

        assertThat(targets.byBroker()).isEmpty();
        assertThat(targets.leaderless()).isTrue();
    }

    @Test
    void aBrokerThatHasNotAnsweredIsLeftAlone() {
        assertThat(plan.choose(List.of(ready(0)), VIEW, Set.of(1), 0, 0).byBroker())
                .isEmpty();
    }

    @Test
    void noMoreIsFetchedThanTheApplicationCanKeepUpWith() {
        AssignedPartition partition = ready(0);
        partition.fetchedUpTo(10);
        assertThat(choose(partition)).containsKey(1);

        partition.fetchedUpTo(20);
        assertThat(choose(partition)).isEmpty();

        partition.chunkDone();
        assertThat(choose(partition)).containsKey(1);
        assertThat(plan.choose(List.of(partition), VIEW, Set.of(), 1_000, 0).byBroker())
                .isEmpty();
    }

    @Test
    void allBrokersTogetherAreAskedForWhatThereIsMemoryFor() {
        assertThat(plan.choose(List.of(ready(0)), VIEW, Set.of(), 0, 0).bytesOfEach())
                .isEqualTo(600);
        assertThat(plan.choose(List.of(ready(0), ready(1)), VIEW, Set.of(), 0, 0)
                        .bytesOfEach())
                .isEqualTo(300);
        assertThat(plan.choose(List.of(ready(0)), VIEW, Set.of(2), 0, 0).bytesOfEach())
                .isEqualTo(300);
        assertThat(new FetchPlan(200, 600)
                        .choose(List.of(ready(0), ready(1)), VIEW, Set.of(), 0, 0)
                        .bytesOfEach())
                .isEqualTo(200);
    }

    @Test
    void nothingIsFetchedWhileWhatWaitsFillsTheMemory() {
        assertThat(plan.choose(List.of(ready(0)), VIEW, Set.of(), 599, 0).byBroker())
                .containsKey(1);
        assertThat(plan.choose(List.of(ready(0)), VIEW, Set.of(), 600, 0).byBroker())
                .isEmpty();
    }

    @Test
    void aQuietPartitionIsNotAskedForAloneWhileABusyOneOfItsBrokerWaitsToBeRead() {
        AssignedPartition busy = ready(0);
        AssignedPartition quiet = ready(0);
        AssignedPartition elsewhere = ready(1);
        busy.fetchedUpTo(10);
        busy.fetchedUpTo(20);

        assertThat(choose(busy, quiet, elsewhere)).containsOnlyKeys(2);

        busy.chunkDone();
        assertThat(choose(busy, quiet, elsewhere)).containsEntry(1, List.of(busy, quiet));
    }

    @Test
    void aBusyPartitionThatIsPausedHoldsNobodyUp() {
        AssignedPartition busy = ready(0);
        AssignedPartition quiet = ready(0);
        busy.fetchedUpTo(10);
        busy.fetchedUpTo(20);
        busy.paused(true);

        assertThat(choose(busy, quiet)).containsEntry(1, List.of(quiet));
    }

    @Test
    void whatIsPausedOrWithoutPositionIsNotFetched() {
        AssignedPartition paused = ready(0);
        paused.paused(true);
        var unplaced = new AssignedPartition(new TopicPartition("a", 1));

        assertThat(choose(paused, unplaced)).isEmpty();
    }

    @Test
    void aNearReplicaIsPreferredForAWhile() {
        AssignedPartition partition = ready(0);
        partition.preferredReplica(2, 100);

        assertThat(choose(partition)).containsOnlyKeys(2);
        assertThat(plan.choose(List.of(partition), VIEW, Set.of(), 0, 100).byBroker())
                .containsOnlyKeys(1);
    }
}
