package io.milena.server.coordinator.transaction;

import io.milena.common.TopicPartition;
import io.milena.server.coordinator.state.TransactionalProducer;
import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * AddPartitionsToTxn of one transaction.
 *
 * @param transactionalId the transaction's id
 * @param producer who asks
 * @param partitions which partitions
 * @param mode what to do with them
 */
public record AddPartitionsAsk(
        String transactionalId, TransactionalProducer producer, SortedSet<TopicPartition> partitions, Mode mode) {

    public AddPartitionsAsk {
        partitions = Collections.unmodifiableSortedSet(new TreeSet<>(partitions));
    }

    /** What is asked about the partitions. */
    public enum Mode {
        /** They take part from now on. */
        ADD,
        /** Whether they take part, as a partition's leader wants to know; nothing changes (KIP-890). */
        VERIFY
    }
}
