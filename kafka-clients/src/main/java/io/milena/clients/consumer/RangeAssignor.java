package io.milena.clients.consumer;

import io.milena.common.PartitionInfo;
import io.milena.common.TopicPartition;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Gives each member a run of neighbouring partitions of each topic, so that partitions with the same number of topics
 * with as many partitions go to the same member. Where members and replicas have racks, those in the same rack come
 * together as far as the runs stay as long (KIP-881).
 */
public final class RangeAssignor extends TopicAssignor {

    public static final String RANGE_ASSIGNOR_NAME = "range";

    @Override
    public String name() {
        return RANGE_ASSIGNOR_NAME;
    }

    @Override
    Map<String, List<TopicPartition>> divide(
            Map<String, List<PartitionInfo>> topics, Map<String, Subscription> members) {
        List<String> order = inOrder(members);
        Map<String, List<TopicPartition>> given = nothingFor(order);
        List<TopicRange> ranges = new ArrayList<>();
        topics.forEach((topic, partitions) -> {
            List<String> wanting = new ArrayList<>();
            for (String member : order) {
                if (members.get(member).topics().contains(topic)) {
                    wanting.add(member);
                }
            }
            ranges.add(new TopicRange(wanting, partitions, members, given));
        });
        if (ranges.stream().anyMatch(TopicRange::heedsRacks)) {
            together(ranges);
        }
        ranges.forEach(TopicRange::giveRest);
        given.values().forEach(partitions -> partitions.sort(null));
        return given;
    }

    /** Gives what is in a member's rack; of topics that are divided alike, the partitions of one number at once. */
    private static void together(List<TopicRange> ranges) {
        Map<Likeness, List<TopicRange>> alike = new LinkedHashMap<>();
        for (TopicRange range : ranges) {
            alike.computeIfAbsent(new Likeness(range.members(), range.count()), made -> new ArrayList<>())
                    .add(range);
        }
        for (List<TopicRange> same : alike.values()) {
            if (same.size() == 1) {
                same.get(0).giveInRack();
            } else {
                giveTogether(same);
            }
        }
    }

    /** Topics with the same members and as many partitions. */
    private record Likeness(List<String> members, int partitions) {}

    private static void giveTogether(List<TopicRange> same) {
        for (int index = 0; index < same.get(0).count(); index++) {
            for (String member : same.get(0).members()) {
                if (isFor(member, index, same)) {
                    int at = index;
                    same.forEach(range -> range.give(member, at));
                    break;
                }
            }
        }
    }

    private static boolean isFor(String member, int index, List<TopicRange> same) {
        for (TopicRange range : same) {
            if (!range.isInRack(member, index) || range.room(member) == 0) {
                return false;
            }
        }
        return true;
    }
}
