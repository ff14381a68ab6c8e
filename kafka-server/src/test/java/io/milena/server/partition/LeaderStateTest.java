package io.milena.server.partition;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.common.BrokerId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The high watermark, as the leader computes it, and who may be in sync. */
class LeaderStateTest {

    private static final BrokerId ONE = new BrokerId(1);
    private static final BrokerId TWO = new BrokerId(2);
    private static final BrokerId THREE = new BrokerId(3);

    @Test
    void aLeaderAloneCommitsWhatItWrites() {
        var leader = new LeaderState(ONE, List.of(ONE), 5, 3);

        assertThat(leader.highWatermark()).isEqualTo(5);
        assertThat(leader.leaderReached(9)).isTrue();
        assertThat(leader.highWatermark()).isEqualTo(9);
    }

    @Test
    void highWatermarkWaitsForTheSlowestInSyncReplica() {
        var leader = new LeaderState(ONE, List.of(ONE, TWO), 0, 0);

        leader.leaderReached(10);
        assertThat(leader.highWatermark()).isZero();

        leader.followerReached(TWO, 7, 1);
        assertThat(leader.highWatermark()).isEqualTo(7);
    }

    @Test
    void aProposedReplicaCountsBeforeTheControllerAnswers() {
        var leader = new LeaderState(ONE, List.of(ONE), 0, 0);
        leader.followerReached(TWO, 0, 1);

        leader.additionProposed(TWO);
        leader.leaderReached(10);

        assertThat(leader.highWatermark()).isZero();
    }

    @Test
    void aReplicaProposedForRemovalCountsUntilTheControllerAnswers() {
        var leader = new LeaderState(ONE, List.of(ONE, TWO), 0, 0);
        leader.leaderReached(10);

        assertThat(leader.removalProposed(List.of(TWO))).containsExactly(ONE);
        assertThat(leader.highWatermark()).isZero();

        assertThat(leader.inSyncCommitted(List.of(ONE))).isTrue();
        assertThat(leader.highWatermark()).isEqualTo(10);
    }

    @Test
    void aFollowerMayJoinOnlyPastTheHighWatermarkAndTheStartOfTheEpoch() {
        var leader = new LeaderState(ONE, List.of(ONE, THREE), 10, 5);

        leader.followerReached(TWO, 9, 1);
        assertThat(leader.mayJoin(TWO)).isFalse();

        leader.followerReached(TWO, 10, 2);
        assertThat(leader.mayJoin(TWO)).isTrue();
    }

    @Test
    void aFollowerThatHasWhatTheLeaderHadAtItsLastFetchIsNotBehind() {
        var leader = new LeaderState(ONE, List.of(ONE, TWO), 0, 0);
        leader.listeningSince(1);
        leader.leaderReached(10);
        leader.followerReached(TWO, 5, 1_000);
        leader.leaderReached(20);
        leader.followerReached(TWO, 10, 2_000);

        assertThat(leader.laggards(2_500, 1_600)).isEmpty();
        assertThat(leader.laggards(2_700, 1_600)).containsExactly(TWO);
    }

    static LongStream seeds() {
        return LongStream.range(0, 200);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void highWatermarkNeverMovesBackAndNeverPassesAnInSyncReplica(long seed) {
        var random = new SplittableRandom(seed);
        var leader = new LeaderState(ONE, List.of(ONE, TWO), 0, 0);
        Map<BrokerId, Long> ends = new TreeMap<>(Map.of(TWO, 0L, THREE, 0L));
        SortedSet<BrokerId> committed = new TreeSet<>(List.of(ONE, TWO));
        SortedSet<BrokerId> proposal = new TreeSet<>();
        long end = 0;
        long before = 0;
        for (int step = 0; step < 60; step++) {
            BrokerId replica = random.nextBoolean() ? TWO : THREE;
            switch (random.nextInt(4)) {
                case 0 -> leader.leaderReached(end += random.nextInt(5));
                case 1 -> {
                    ends.put(replica, Math.min(end, ends.get(replica) + random.nextInt(5)));
                    leader.followerReached(replica, ends.get(replica), step);
                }
                case 2 -> {
                    if (leader.mayJoin(replica)) {
                        proposal = leader.additionProposed(replica);
                    } else if (proposal.isEmpty() && committed.contains(replica)) {
                        proposal = leader.removalProposed(List.of(replica));
                    }
                }
                default -> {
                    committed = proposal.isEmpty() ? committed : new TreeSet<>(proposal);
                    proposal = new TreeSet<>();
                    leader.inSyncCommitted(committed);
                }
            }
            assertThat(leader.highWatermark()).isBetween(before, end);
            if (leader.highWatermark() > before) {
                var counted = new ArrayList<>(committed);
                counted.remove(ONE);
                assertThat(counted).allMatch(id -> ends.get(id) >= leader.highWatermark());
            }
            before = leader.highWatermark();
        }
    }
}
