package io.milena.server.coordinator.transaction;

import io.milena.common.TopicPartition;
import io.milena.common.errors.ErrorCode;
import java.util.Collections;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * The answer to {@link AddPartitionsAsk}.
 *
 * @param errors by partition; NONE for one that takes part. PRODUCER_FENCED is INVALID_PRODUCER_EPOCH to clients before
 *     version 2
 */
public record AddPartitionsAnswer(SortedMap<TopicPartition, ErrorCode> errors) {

    public AddPartitionsAnswer {
        errors = Collections.unmodifiableSortedMap(new TreeMap<>(errors));
    }

    /** The same for all partitions. */
    public static AddPartitionsAnswer all(SortedSet<TopicPartition> partitions, ErrorCode error) {
        return each(partitions, partition -> error);
    }

    /** To each partition its own. */
    static AddPartitionsAnswer each(SortedSet<TopicPartition> partitions, Function<TopicPartition, ErrorCode> error) {
        SortedMap<TopicPartition, ErrorCode> errors = new TreeMap<>();
        partitions.forEach(partition -> errors.put(partition, error.apply(partition)));
        return new AddPartitionsAnswer(errors);
    }
}
