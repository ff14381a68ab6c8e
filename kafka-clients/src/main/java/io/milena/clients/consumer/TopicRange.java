package io.milena.clients.consumer;

import io.milena.clients.consumer.ConsumerPartitionAssignor.Subscription;
import io.milena.common.Node;
import io.milena.common.PartitionInfo;
import io.milena.common.TopicPartition;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The division of one topic by {@link RangeAssignor}: what is still to be given, and how much each member may get. Used
 * within one call of it.
 */
final class TopicRange {

    private final List<String> members;
    private final Map<String, List<TopicPartition>> given;
    private final Map<Integer, TopicPartition> open = new TreeMap<>();
    private final List<Set<String>> racksOfReplicas = new ArrayList<>();
    private final Map<String, String> racksOfMembers = new HashMap<>();
    private final Map<String, Integer> counts = new HashMap<>();
    private final int count;
    private final int each;
    private final boolean heedsRacks;
    private int larger;

    /**
     * @param members those who want the topic, in order; one at least
     * @param given where what each gets is put
     */
    TopicRange(
            List<String> members,
            List<PartitionInfo> partitions,
            Map<String, Subscription> subscriptions,
            Map<String, List<TopicPartition>> given) {
        this.members = members;
        this.given = given;
        this.count = partitions.size();
        this.each = count / members.size();
        this.larger = count % members.size();
        for (int i = 0; i < count; i++) {
            open.put(
                    i,
                    new TopicPartition(
                            partitions.get(i).topic(), partitions.get(i).partition()));
            racksOfReplicas.add(racks(partitions.get(i)));
        }
        for (String member : members) {
            subscriptions.get(member).rackId().ifPresent(rack -> racksOfMembers.put(member, rack));
        }
        heedsRacks = doRacksMatter();
    }

    private static Set<String> racks(PartitionInfo partition) {
        Set<String> racks = new HashSet<>();
        for (Node replica : partition.replicas()) {
            String rack = replica.rack();
            if (rack != null && !rack.isEmpty()) {
                racks.add(rack);
            }
        }
        return racks;
    }

    List<String> members() {
        return members;
    }

    int count() {
        return count;
    }

    /** Whether racks make a difference: members have some that replicas have, and not all partitions are in all. */
    boolean heedsRacks() {
        return heedsRacks;
    }

    private boolean doRacksMatter() {
        Set<String> all = new HashSet<>();
        racksOfReplicas.forEach(all::addAll);
        Set<String> common = new HashSet<>(racksOfMembers.values());
        common.retainAll(all);
        return !common.isEmpty() && !racksOfReplicas.stream().allMatch(all::equals);
    }

    boolean isInRack(String member, int index) {
        String rack = racksOfMembers.get(member);
        return !heedsRacks() || rack == null || racksOfReplicas.get(index).contains(rack);
    }

    /** How many more partitions the member may get. */
    int room(String member) {
        int most = each + (larger > 0 ? 1 : 0);
        return Math.max(most - counts.getOrDefault(member, 0), 0);
    }

    void give(String member, int index) {
        TopicPartition partition = open.remove(index);
        given.get(member).add(partition);
        int now = counts.merge(member, 1, Integer::sum);
        if (now > each) {
            larger--;
        }
    }

    /** Gives each member what is in its rack, as far as it has room. */
    void giveInRack() {
        if (heedsRacks()) {
            for (String member : members) {
                run(member, true);
            }
        }
    }

    /** Gives everything that is left, in runs. */
    void giveRest() {
        for (String member : members) {
            run(member, false);
        }
    }

    private void run(String member, boolean onlyInRack) {
        int room = room(member);
        List<Integer> chosen = new ArrayList<>();
        Iterator<Integer> indexes = open.keySet().iterator();
        while (indexes.hasNext() && chosen.size() < room) {
            int index = indexes.next();
            if (!onlyInRack || isInRack(member, index)) {
                chosen.add(index);
            }
        }
        chosen.forEach(index -> give(member, index));
    }
}
