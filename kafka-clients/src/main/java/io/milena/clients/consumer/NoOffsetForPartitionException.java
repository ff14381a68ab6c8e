package io.milena.clients.consumer;

import io.milena.common.TopicPartition;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Nothing is committed for these partitions, and {@code auto.offset.reset} is none. */
public final class NoOffsetForPartitionException extends InvalidOffsetException {

    private static final long serialVersionUID = 1L;

    private final transient Set<TopicPartition> partitions;

    public NoOffsetForPartitionException(TopicPartition partition) {
        this(List.of(partition));
    }

    public NoOffsetForPartitionException(Collection<TopicPartition> partitions) {
        super("no offset is committed for " + partitions + ", and auto.offset.reset is none");
        this.partitions = new TreeSet<>(partitions);
    }

    @Override
    public Set<TopicPartition> partitions() {
        return partitions;
    }
}
