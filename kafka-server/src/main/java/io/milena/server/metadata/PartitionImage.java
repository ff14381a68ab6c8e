package io.milena.server.metadata;

import java.util.List;

/**
 * One partition: who holds it, who leads it, who is in sync. Immutable: whoever makes one hands its lists over for
 * good.
 *
 * @param partition index in the topic
 * @param leader broker id of the leader, or {@link #NO_LEADER}
 * @param leaderEpoch rises with every state that the controller decides, not when the leader changes the in-sync set
 * @param replicas broker ids, the preferred leader first
 * @param isr broker ids that are in sync; when there is no leader, the last ones that were
 * @param partitionEpoch version of the ZooKeeper node of the state; rises with every change
 * @param moves what a reassignment in progress adds and removes
 */
public record PartitionImage(
        int partition,
        int leader,
        int leaderEpoch,
        List<Integer> replicas,
        List<Integer> isr,
        int partitionEpoch,
        Moves moves) {

    /** Stands for "no leader": the partition is offline, or its topic is being deleted. */
    public static final int NO_LEADER = -1;

    /** The partition in its next leader epoch, led by {@code newLeader} with {@code newIsr} in sync. */
    public PartitionImage withLeader(int newLeader, List<Integer> newIsr) {
        return new PartitionImage(partition, newLeader, leaderEpoch + 1, replicas, newIsr, partitionEpoch, moves);
    }

    /** The partition as written in version {@code newPartitionEpoch} of its state node. */
    public PartitionImage withPartitionEpoch(int newPartitionEpoch) {
        return new PartitionImage(partition, leader, leaderEpoch, replicas, isr, newPartitionEpoch, moves);
    }

    /** Whether {@code broker} holds a copy of what another one leads. */
    public boolean hasFollower(int broker) {
        return leader != broker && replicas.contains(broker);
    }

    public boolean hasLeader() {
        return leader != NO_LEADER;
    }

    /** Replicas that a reassignment in progress adds and removes; both empty when there is none. */
    public record Moves(List<Integer> adding, List<Integer> removing) {

        /** No reassignment is in progress. */
        public static final Moves NONE = new Moves(List.of(), List.of());

        public Moves {
            adding = List.copyOf(adding);
            removing = List.copyOf(removing);
        }
    }
}
