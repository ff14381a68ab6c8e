package io.milena.server.controller;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.server.metadata.PartitionImage;
import java.util.List;
import java.util.Random;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Over any history of brokers that die, come back and catch up, no acknowledged record is given away without
 * permission.
 */
class LeaderElectionProperties {

    private static final int STEPS = 200;

    static IntStream seeds() {
        return IntStream.range(0, 50);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void leadersComeFromTheInSyncSetAndEpochsOnlyRise(int seed) {
        var random = new Random(seed);
        SortedSet<Integer> live = new TreeSet<>(List.of(1, 2, 3, 4));
        var election = new LeaderElection(live::contains, topic -> false);
        var before =
                new PartitionImage(0, 1, 0, List.of(1, 2, 3, 4), List.of(1, 2, 3, 4), 0, PartitionImage.Moves.NONE);

        for (int step = 0; step < STEPS; step++) {
            PartitionImage caughtUp = happens(random, live, before);
            PartitionImage after = election.settled("t", caughtUp);

            check(seed, live, caughtUp, after);
            before = after;
        }
    }

    /** A broker dies or comes back, or a live follower catches up. */
    private static PartitionImage happens(Random random, SortedSet<Integer> live, PartitionImage partition) {
        int broker = 1 + random.nextInt(4);
        boolean catchesUp = random.nextBoolean()
                && partition.hasLeader()
                && live.contains(broker)
                && live.contains(partition.leader());
        if (!catchesUp) {
            if (!live.remove(broker)) {
                live.add(broker);
            }
            return partition;
        }
        SortedSet<Integer> isr = new TreeSet<>(partition.isr());
        isr.add(broker);
        return new PartitionImage(
                0,
                partition.leader(),
                partition.leaderEpoch(),
                partition.replicas(),
                List.copyOf(isr),
                partition.partitionEpoch() + 1,
                partition.moves());
    }

    private static void check(int seed, SortedSet<Integer> live, PartitionImage before, PartitionImage after) {
        assertThat(after.isr()).as("seed %d", seed).isNotEmpty();
        assertThat(before.isr()).as("seed %d", seed).containsAll(after.isr());
        if (after.hasLeader()) {
            assertThat(live).as("seed %d", seed).contains(after.leader()).containsAll(after.isr());
            assertThat(after.isr()).as("seed %d", seed).contains(after.leader());
        } else {
            assertThat(live).as("seed %d: someone in sync lives", seed).doesNotContainAnyElementsOf(after.isr());
        }
        int rise = after.leaderEpoch() - before.leaderEpoch();
        assertThat(rise).as("seed %d", seed).isEqualTo(after.equals(before) ? 0 : 1);
    }
}
