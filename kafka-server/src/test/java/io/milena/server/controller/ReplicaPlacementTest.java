package io.milena.server.controller;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.server.metadata.BrokerImage;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Replicas go round the brokers and, where there are racks, round the racks (KIP-36). */
class ReplicaPlacementTest {

    private static BrokerImage broker(int id, String rack) {
        return new BrokerImage(id, id, new TreeMap<>(), rack.isEmpty() ? null : rack);
    }

    private static ReplicaPlacement without(int brokers) {
        List<BrokerImage> all = new ArrayList<>();
        for (int id = 0; id < brokers; id++) {
            all.add(broker(id, ""));
        }
        return new ReplicaPlacement(all);
    }

    @Test
    void leadersTakeTurnsAndFollowersMoveOnWithEachRound() {
        List<List<Integer>> placed = without(5).place(0, 10, 3, 0, 0);

        assertThat(placed)
                .containsExactly(
                        List.of(0, 1, 2),
                        List.of(1, 2, 3),
                        List.of(2, 3, 4),
                        List.of(3, 4, 0),
                        List.of(4, 0, 1),
                        List.of(0, 2, 3),
                        List.of(1, 3, 4),
                        List.of(2, 4, 0),
                        List.of(3, 0, 1),
                        List.of(4, 1, 2));
    }

    @Test
    void oneBrokerHoldsEverything() {
        assertThat(without(1).place(0, 3, 1, 77, 99)).containsOnly(List.of(0));
    }

    @Test
    void racksAlternate() {
        var placement = new ReplicaPlacement(List.of(
                broker(0, "a"), broker(1, "c"), broker(2, "c"), broker(3, "b"), broker(4, "b"), broker(5, "a")));

        List<List<Integer>> placed = placement.place(0, 6, 3, 0, 0);

        assertThat(placed.stream().map(replicas -> replicas.get(0))).containsExactly(0, 3, 1, 5, 4, 2);
        Set<String> expected = Set.of("a", "b", "c");
        assertThat(placed)
                .allSatisfy(replicas -> assertThat(replicas.stream()
                                .map(id -> List.of("a", "c", "c", "b", "b", "a").get(id))
                                .collect(Collectors.toSet()))
                        .isEqualTo(expected));
    }

    @Test
    void aBrokerWithoutRackMakesRacksUnknown() {
        var placement = new ReplicaPlacement(List.of(broker(0, "a"), broker(1, "a"), broker(2, "")));

        assertThat(placement.place(0, 1, 3, 0, 0)).containsExactly(List.of(0, 1, 2));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void anyPlacementIsEvenAndUsesNoBrokerTwice(long seed) {
        var random = new Random(seed);
        int brokers = 1 + random.nextInt(9);
        int racks = random.nextInt(4);
        List<BrokerImage> all = new ArrayList<>();
        for (int id = 0; id < brokers; id++) {
            all.add(broker(id, racks == 0 ? "" : "rack" + random.nextInt(racks)));
        }
        int copies = 1 + random.nextInt(brokers);
        int rounds = 1 + random.nextInt(4);

        List<List<Integer>> placed =
                new ReplicaPlacement(all).place(0, brokers * rounds, copies, random.nextInt(100), random.nextInt(100));

        var leaders = new TreeMap<Integer, Integer>();
        for (List<Integer> replicas : placed) {
            assertThat(new HashSet<>(replicas)).as("seed %d", seed).hasSize(copies);
            leaders.merge(replicas.get(0), 1, Integer::sum);
        }
        assertThat(leaders.values()).as("seed %d", seed).hasSize(brokers).containsOnly(rounds);
    }
}
