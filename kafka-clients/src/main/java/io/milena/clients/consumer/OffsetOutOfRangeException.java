package io.milena.clients.consumer;

import io.milena.common.TopicPartition;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The positions of these partitions are no longer, or never were, in their logs, and there is no reset policy. */
public class OffsetOutOfRangeException extends InvalidOffsetException {

    private static final long serialVersionUID = 1L;

    private final transient Map<TopicPartition, Long> offsets;

    public OffsetOutOfRangeException(Map<TopicPartition, Long> offsets) {
        this("the log does not have these positions, and auto.offset.reset is none: " + offsets, offsets);
    }

    public OffsetOutOfRangeException(String message, Map<TopicPartition, Long> offsets) {
        super(message);
        this.offsets = new TreeMap<>(offsets);
    }

    /** The positions that were refused. */
    public Map<TopicPartition, Long> offsetOutOfRangePartitions() {
        return offsets;
    }

    @Override
    public Set<TopicPartition> partitions() {
        return offsets.keySet();
    }
}
