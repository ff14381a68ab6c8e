package io.milena.admin;

import io.milena.common.KafkaFuture;
import io.milena.common.TopicPartition;
import java.util.Map;

/** What comes of {@link Admin#listPartitionReassignments()}. Thread-safe. */
public final class ListPartitionReassignmentsResult {

    private final KafkaFuture<Map<TopicPartition, PartitionReassignment>> moves;

    ListPartitionReassignmentsResult(KafkaFuture<Map<TopicPartition, PartitionReassignment>> moves) {
        this.moves = moves;
    }

    /** Those partitions of the ones asked for that move. */
    public KafkaFuture<Map<TopicPartition, PartitionReassignment>> reassignments() {
        return moves;
    }
}
