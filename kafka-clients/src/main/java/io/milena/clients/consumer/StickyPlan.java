package io.milena.clients.consumer;

import io.milena.common.TopicPartition;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Divides partitions so that members have as many as each other, as far as their topics allow, and keep what they have,
 * as far as that allows. Pure.
 *
 * <p>Balanced means that moving any one partition to another member that wants its topic would not bring the two closer
 * together. Each move of a partition makes the sum of the squared loads smaller, so that moving comes to an end.
 */
final class StickyPlan {

    private final Map<String, Claim> members;
    private final Map<String, List<String>> wanting = new TreeMap<>();
    private final Map<String, TreeSet<TopicPartition>> given = new LinkedHashMap<>();
    private final Map<TopicPartition, String> owners = new HashMap<>();
    private final Map<TopicPartition, String> firstOwners;
    private final Map<String, Integer> counts = new HashMap<>();

    /**
     * What one member wants and says it has.
     *
     * @param generation in which it was given what it has; -1 if that is not known
     */
    record Claim(Set<String> topics, List<TopicPartition> owned, int generation) {}

    /**
     * @param partitions all there are, in order
     * @param members by id, in order
     */
    StickyPlan(Collection<TopicPartition> partitions, Map<String, Claim> members) {
        this.members = members;
        members.forEach((member, claim) -> {
            given.put(member, new TreeSet<>());
            claim.topics()
                    .forEach(topic -> wanting.computeIfAbsent(topic, made -> new ArrayList<>())
                            .add(member));
        });
        partitions.forEach(partition -> counts.merge(partition.topic(), 1, Integer::sum));
        Set<TopicPartition> existing = new HashSet<>(partitions);
        keep(existing);
        firstOwners = Map.copyOf(owners);
        giveUpExcess();
        giveFree(partitions);
        balance();
    }

    /** What each member gets, in order. */
    Map<String, List<TopicPartition>> result() {
        Map<String, List<TopicPartition>> result = new LinkedHashMap<>();
        given.forEach((member, partitions) -> result.put(member, new ArrayList<>(partitions)));
        return result;
    }

    /** Of two who say they have a partition, the one with the later generation is right; of two alike, neither. */
    private void keep(Set<TopicPartition> existing) {
        Map<TopicPartition, Integer> generations = new HashMap<>();
        Set<TopicPartition> contested = new HashSet<>();
        members.forEach((member, claim) -> {
            for (TopicPartition partition : claim.owned()) {
                boolean isPossible =
                        existing.contains(partition) && claim.topics().contains(partition.topic());
                int before = generations.getOrDefault(partition, Integer.MIN_VALUE);
                if (!isPossible || claim.generation() < before) {
                    continue;
                }
                if (claim.generation() == before && !member.equals(owners.get(partition))) {
                    contested.add(partition);
                } else {
                    contested.remove(partition);
                }
                generations.put(partition, claim.generation());
                owners.put(partition, member);
            }
        });
        owners.keySet().removeAll(contested);
        owners.forEach((partition, member) -> given.get(member).add(partition));
    }

    /** Where all want the same, how many each may keep is known beforehand, and no more are moved than have to be. */
    private void giveUpExcess() {
        Set<Set<String>> different = new HashSet<>();
        members.values().forEach(claim -> different.add(claim.topics()));
        if (different.size() != 1) {
            return;
        }
        int total = 0;
        for (String topic : different.iterator().next()) {
            total += counts.getOrDefault(topic, 0);
        }
        int each = total / members.size();
        int larger = total % members.size();
        for (TreeSet<TopicPartition> partitions : given.values()) {
            boolean mayBeLarger = partitions.size() > each && larger > 0;
            int most = mayBeLarger ? each + 1 : each;
            larger -= mayBeLarger ? 1 : 0;
            while (partitions.size() > most) {
                owners.remove(partitions.pollLast());
            }
        }
    }

    private void giveFree(Collection<TopicPartition> partitions) {
        List<TopicPartition> free = new ArrayList<>();
        for (TopicPartition partition : partitions) {
            if (!owners.containsKey(partition) && wanting.containsKey(partition.topic())) {
                free.add(partition);
            }
        }
        // What few can take goes first, while those few still have room.
        free.sort(Comparator.<TopicPartition>comparingInt(
                        partition -> wanting.get(partition.topic()).size())
                .thenComparing(Comparator.naturalOrder()));
        for (TopicPartition partition : free) {
            give(partition, leastLoaded(wanting.get(partition.topic())));
        }
    }

    private String leastLoaded(List<String> candidates) {
        String best = candidates.get(0);
        for (String candidate : candidates) {
            if (given.get(candidate).size() < given.get(best).size()) {
                best = candidate;
            }
        }
        return best;
    }

    private void give(TopicPartition partition, String member) {
        String before = owners.put(partition, member);
        if (before != null) {
            given.get(before).remove(partition);
        }
        given.get(member).add(partition);
    }

    private void balance() {
        boolean moved = true;
        while (moved) {
            moved = false;
            for (TopicPartition partition : new TreeSet<>(owners.keySet())) {
                moved |= isMoved(partition);
            }
        }
    }

    private boolean isMoved(TopicPartition partition) {
        String owner = owners.get(partition);
        List<String> candidates = wanting.get(partition.topic());
        String least = leastLoaded(candidates);
        int gap = given.get(owner).size() - given.get(least).size();
        if (gap < 2) {
            return false;
        }
        String first = firstOwners.get(partition);
        boolean goesHome = first != null
                && !first.equals(owner)
                && candidates.contains(first)
                && given.get(owner).size() - given.get(first).size() >= 2;
        give(partition, goesHome ? first : least);
        return true;
    }
}
