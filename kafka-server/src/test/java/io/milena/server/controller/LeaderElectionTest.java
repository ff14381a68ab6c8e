package io.milena.server.controller;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.common.Uuid;
import io.milena.server.metadata.PartitionImage;
import io.milena.server.metadata.TopicImage;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Who leads after brokers came or went. */
class LeaderElectionTest {

    private static PartitionImage partition(int leader, List<Integer> isr) {
        return new PartitionImage(0, leader, 5, List.of(1, 2, 3), isr, 9, PartitionImage.Moves.NONE);
    }

    private static PartitionImage settled(PartitionImage partition, Set<Integer> live, boolean unclean) {
        return new LeaderElection(live::contains, topic -> unclean).settled("t", partition);
    }

    @Test
    void nothingChangesWhileAllLive() {
        PartitionImage partition = partition(2, List.of(1, 2));

        assertThat(settled(partition, Set.of(1, 2, 3), false)).isSameAs(partition);
    }

    @Test
    void aDeadFollowerLeavesTheInSyncSet() {
        PartitionImage after = settled(partition(2, List.of(1, 2)), Set.of(2, 3), false);

        assertThat(after.leader()).isEqualTo(2);
        assertThat(after.isr()).containsExactly(2);
        assertThat(after.leaderEpoch()).isEqualTo(6);
        assertThat(after.partitionEpoch()).isEqualTo(9);
    }

    @Test
    void theFirstInSyncReplicaThatLivesSucceedsADeadLeader() {
        PartitionImage after = settled(partition(1, List.of(1, 3)), Set.of(2, 3), true);

        assertThat(after.leader()).isEqualTo(3);
        assertThat(after.isr()).containsExactly(3);
    }

    @Test
    void aReplicaThatLacksRecordsLeadsOnlyWhereThatIsAllowed() {
        PartitionImage clean = settled(partition(1, List.of(1)), Set.of(2, 3), false);
        PartitionImage unclean = settled(partition(1, List.of(1)), Set.of(2, 3), true);

        assertThat(clean.leader()).isEqualTo(PartitionImage.NO_LEADER);
        assertThat(clean.isr()).containsExactly(1);
        assertThat(unclean.leader()).isEqualTo(2);
        assertThat(unclean.isr()).containsExactly(2);
    }

    @Test
    void theLastLeaderComesBackWithAllItsRecords() {
        PartitionImage offline = settled(partition(1, List.of(1)), Set.of(), false);

        PartitionImage back = settled(offline, Set.of(1), false);

        assertThat(back.leader()).isEqualTo(1);
        assertThat(back.leaderEpoch()).isEqualTo(7);
        assertThat(settled(offline, Set.of(), false)).isSameAs(offline);
    }

    @Test
    void aPartitionThatWasNeverWrittenBeginsAtEpochZero() {
        var unwritten = new PartitionImage(
                0,
                PartitionImage.NO_LEADER,
                -1,
                List.of(1, 2),
                List.of(),
                ClusterState.NEVER_WRITTEN,
                PartitionImage.Moves.NONE);

        assertThat(settled(unwritten, Set.of(2), false))
                .isEqualTo(new PartitionImage(0, 2, 0, List.of(1, 2), List.of(2), 0, PartitionImage.Moves.NONE));
        assertThat(settled(unwritten, Set.of(), false)).isSameAs(unwritten);
    }

    @Test
    void onlyPartitionsThatChangeAreNamed() {
        var topic = new TopicImage("t", Uuid.ZERO, List.of(partition(1, List.of(1))));
        var election = new LeaderElection(Set.of(1)::contains, any -> false);

        assertThat(election.changes(List.of(topic))).isEmpty();
    }
}
