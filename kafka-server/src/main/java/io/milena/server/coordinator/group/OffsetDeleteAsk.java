package io.milena.server.coordinator.group;

import io.milena.common.TopicPartition;
import java.util.List;

/** OffsetDelete: an administrator has a group forget how far it is in these partitions. */
public record OffsetDeleteAsk(String groupId, List<TopicPartition> partitions) {

    public OffsetDeleteAsk {
        partitions = List.copyOf(partitions);
    }
}
