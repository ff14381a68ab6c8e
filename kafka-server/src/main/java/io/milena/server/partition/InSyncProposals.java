package io.milena.server.partition;

import io.milena.common.BrokerId;
import io.milena.common.TopicPartition;
import java.util.SortedSet;

/** How a leader asks the controller for another in-sync set (AlterPartition, KIP-497). */
public interface InSyncProposals {

    /**
     * Asks for {@code proposal}. The answer goes to {@link Partition#inSyncAnswered} or
     * {@link Partition#inSyncRefused}; called without the partition's lock.
     */
    void propose(Proposal proposal);

    /**
     * The set a leader wants.
     *
     * @param partition of which partition
     * @param leaderEpoch the leader's epoch
     * @param partitionEpoch epoch of the partition's state that the proposal rests on
     * @param inSync the set
     */
    record Proposal(TopicPartition partition, int leaderEpoch, int partitionEpoch, SortedSet<BrokerId> inSync) {}
}
