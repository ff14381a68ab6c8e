package io.milena.clients.producer;

import io.milena.clients.consumer.ConsumerGroupMetadata;
import io.milena.clients.consumer.OffsetAndMetadata;
import io.milena.common.TopicPartition;
import java.util.Map;
import java.util.Set;

/** What a transactional producer asks of a coordinator; one at a time. */
sealed interface TransactionAsk {

    /** For an id and epoch, which fences whoever had the name before; the next epoch of its own if it has an id. */
    record Init(long producerId, short epoch) implements TransactionAsk {}

    /** That these partitions become part of the transaction. */
    record AddPartitions(Set<TopicPartition> partitions) implements TransactionAsk {}

    /** That the offsets of this group become part of the transaction. */
    record AddOffsets(String groupId) implements TransactionAsk {}

    /** Of the group's coordinator: that these offsets are committed with the transaction. */
    record CommitOffsets(ConsumerGroupMetadata group, Map<TopicPartition, OffsetAndMetadata> offsets)
            implements TransactionAsk {}

    /** That the transaction ends. */
    record End(Outcome outcome) implements TransactionAsk {}

    /** How a transaction ends. */
    enum Outcome {
        COMMIT,
        ABORT
    }
}
