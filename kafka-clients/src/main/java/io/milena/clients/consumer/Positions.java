package io.milena.clients.consumer;

import java.util.Optional;

/** Translates between positions and what is committed. */
final class Positions {

    private Positions() {}

    static OffsetAndMetadata toCommit(AssignedPartition partition) {
        return new OffsetAndMetadata(partition.position(), epoch(partition.positionEpoch()), "");
    }

    static Optional<Integer> epoch(int epoch) {
        return epoch < 0 ? Optional.empty() : Optional.of(epoch);
    }

    static int epochOf(OffsetAndMetadata offset) {
        return offset.leaderEpoch().orElse(AssignedPartition.NONE);
    }
}
