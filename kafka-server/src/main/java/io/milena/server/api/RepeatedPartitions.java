package io.milena.server.api;

import io.milena.common.TopicPartition;
import io.milena.protocol.messages.ProduceRequest.PartitionProduceData;
import io.milena.protocol.messages.ProduceRequest.TopicProduceData;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A produce request that names a partition twice means the last of both, and is answered once for it. */
final class RepeatedPartitions {

    private RepeatedPartitions() {}

    /** {@code topics} without what is named again later; usually just as they are. */
    static List<TopicProduceData> lastOfEach(List<TopicProduceData> topics) {
        boolean single = topics.size() == 1 && topics.get(0).partitionData().size() == 1;
        return single || !hasRepeats(topics) ? topics : withoutRepeats(topics);
    }

    private static boolean hasRepeats(List<TopicProduceData> topics) {
        Set<TopicPartition> seen = new HashSet<>();
        for (TopicProduceData topic : topics) {
            for (PartitionProduceData partition : topic.partitionData()) {
                if (!seen.add(new TopicPartition(topic.name(), partition.index()))) {
                    return true;
                }
            }
        }
        return false;
    }

    private static List<TopicProduceData> withoutRepeats(List<TopicProduceData> topics) {
        Map<String, Map<Integer, PartitionProduceData>> last = new LinkedHashMap<>();
        for (TopicProduceData topic : topics) {
            Map<Integer, PartitionProduceData> partitions =
                    last.computeIfAbsent(topic.name(), name -> new LinkedHashMap<>());
            topic.partitionData().forEach(partition -> partitions.put(partition.index(), partition));
        }
        List<TopicProduceData> result = new ArrayList<>(last.size());
        last.forEach((name, partitions) ->
                result.add(new TopicProduceData().name(name).partitionData(List.copyOf(partitions.values()))));
        return result;
    }
}
