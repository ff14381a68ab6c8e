package io.milena.server.controller;

import io.milena.common.Invariant;
import io.milena.server.metadata.BrokerImage;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Chooses the brokers of new partitions: first replicas go round the brokers, further replicas follow at a distance
 * that grows by one each time round, so that the load of a failed broker spreads over all others. With racks the round
 * alternates between them, and a partition uses a rack twice only when it has more replicas than there are racks. When
 * some brokers have no rack, racks are ignored.
 *
 * <p>Pure; immutable. The rules are those of Apache Kafka's placement (KIP-36).
 */
final class ReplicaPlacement {

    private final List<Integer> round;
    private final SortedMap<Integer, String> racks;
    private final int rackCount;

    ReplicaPlacement(Collection<BrokerImage> brokers) {
        racks = racks(brokers);
        rackCount = new TreeSet<>(racks.values()).size();
        round = racks.isEmpty() ? brokers.stream().map(BrokerImage::id).sorted().toList() : alternating(racks);
    }

    private static SortedMap<Integer, String> racks(Collection<BrokerImage> brokers) {
        SortedMap<Integer, String> racks = new TreeMap<>();
        for (BrokerImage broker : brokers) {
            String rack = broker.rack();
            if (rack == null) {
                return new TreeMap<>();
            }
            racks.put(broker.id(), rack);
        }
        return racks;
    }

    /** One broker of each rack in turn, racks by name, brokers by id. */
    private static List<Integer> alternating(SortedMap<Integer, String> racks) {
        SortedMap<String, Deque<Integer>> byRack = new TreeMap<>();
        racks.forEach((broker, rack) ->
                byRack.computeIfAbsent(rack, any -> new ArrayDeque<>()).add(broker));
        List<Integer> round = new ArrayList<>();
        while (round.size() < racks.size()) {
            byRack.values().stream().filter(rack -> !rack.isEmpty()).forEach(rack -> round.add(rack.removeFirst()));
        }
        return round;
    }

    int brokers() {
        return round.size();
    }

    /** Place of {@code broker} in the round; negative when it does not live. */
    int placeOf(int broker) {
        return round.indexOf(broker);
    }

    /**
     * The replicas of partitions {@code firstPartition} and on.
     *
     * @param start where in the round partition 0 begins
     * @param shift the first distance between a first replica and the others
     */
    List<List<Integer>> place(int firstPartition, int count, int replicationFactor, int start, int shift) {
        Invariant.check(replicationFactor <= round.size(), "as many brokers as replicas");
        List<List<Integer>> placed = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            int partition = firstPartition + i;
            int roundsBefore =
                    partition / round.size() - (firstPartition == 0 ? 0 : (firstPartition - 1) / round.size());
            int first = (int) (((long) partition + start) % round.size());
            placed.add(replicas(first, shift + roundsBefore, replicationFactor));
        }
        return placed;
    }

    private List<Integer> replicas(int first, int shift, int replicationFactor) {
        List<Integer> replicas = new ArrayList<>(replicationFactor);
        replicas.add(round.get(first));
        Set<String> usedRacks = new TreeSet<>();
        if (!racks.isEmpty()) {
            usedRacks.add(rackAt(first));
        }
        for (int step = 0; replicas.size() < replicationFactor; step++) {
            int candidate = round.get(follower(first, shift, step));
            boolean rackIsFree =
                    racks.isEmpty() || usedRacks.size() == rackCount || !usedRacks.contains(racks.get(candidate));
            if (rackIsFree && !replicas.contains(candidate)) {
                replicas.add(candidate);
                addRack(usedRacks, candidate);
            }
        }
        return replicas;
    }

    private void addRack(Set<String> used, int broker) {
        String rack = racks.get(broker);
        if (rack != null) {
            used.add(rack);
        }
    }

    private String rackAt(int place) {
        return String.valueOf(racks.get(round.get(place)));
    }

    /** Never the place of the first replica itself. */
    private int follower(int first, int shift, int step) {
        int others = round.size() - 1;
        int distance = 1 + (int) (((long) shift * (racks.isEmpty() ? 1 : rackCount) + step) % others);
        return (first + distance) % round.size();
    }
}
