package io.milena.clients.consumer;

import io.milena.common.Cluster;
import io.milena.common.PartitionInfo;
import io.milena.common.TopicPartition;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/** What all assignors of this library have in common: they see topics that exist, and members in one order. */
abstract class TopicAssignor implements ConsumerPartitionAssignor {

    @Override
    public final GroupAssignment assign(Cluster metadata, GroupSubscription groupSubscription) {
        Map<String, Subscription> members = groupSubscription.groupSubscription();
        Map<String, List<PartitionInfo>> topics = new TreeMap<>();
        for (Subscription member : members.values()) {
            for (String topic : new TreeSet<>(member.topics())) {
                List<PartitionInfo> partitions = metadata.partitionsForTopic(topic);
                if (!partitions.isEmpty()) {
                    topics.computeIfAbsent(topic, name -> sorted(partitions));
                }
            }
        }
        Map<String, Assignment> assignments = new LinkedHashMap<>();
        divide(topics, members).forEach((member, given) -> assignments.put(member, new Assignment(given)));
        return new GroupAssignment(assignments);
    }

    private static List<PartitionInfo> sorted(List<PartitionInfo> partitions) {
        List<PartitionInfo> sorted = new ArrayList<>(partitions);
        sorted.sort(Comparator.comparingInt(PartitionInfo::partition));
        return sorted;
    }

    /**
     * Divides the partitions of all topics.
     *
     * @param topics that exist, by name, with their partitions in order
     * @param members by id
     * @return for every member what it gets
     */
    abstract Map<String, List<TopicPartition>> divide(
            Map<String, List<PartitionInfo>> topics, Map<String, Subscription> members);

    /** Static members by instance id, then dynamic ones by member id: so every leader divides in the same way. */
    static List<String> inOrder(Map<String, Subscription> members) {
        List<String> ids = new ArrayList<>(members.keySet());
        ids.sort((left, right) -> {
            String leftId = members.get(left).groupInstanceId().orElse(null);
            String rightId = members.get(right).groupInstanceId().orElse(null);
            if (leftId != null && rightId != null) {
                return leftId.compareTo(rightId);
            }
            boolean isSameKind = leftId == null && rightId == null;
            return isSameKind ? left.compareTo(right) : leftId != null ? -1 : 1;
        });
        return ids;
    }

    static Map<String, List<TopicPartition>> nothingFor(Iterable<String> members) {
        Map<String, List<TopicPartition>> given = new LinkedHashMap<>();
        members.forEach(member -> given.put(member, new ArrayList<>()));
        return given;
    }

    static List<TopicPartition> idsOf(List<PartitionInfo> partitions) {
        List<TopicPartition> ids = new ArrayList<>();
        partitions.forEach(info -> ids.add(new TopicPartition(info.topic(), info.partition())));
        return ids;
    }
}
