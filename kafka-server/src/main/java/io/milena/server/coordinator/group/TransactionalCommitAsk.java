package io.milena.server.coordinator.group;

import io.milena.server.coordinator.state.TransactionalProducer;
import java.util.List;

/**
 * TxnOffsetCommit: how far the group is once the producer's transaction commits.
 *
 * @param from {@link GenerationRef#OUTSIDE} if the client does not tell, as all before v3
 * @param offsets existing partitions that the client may read
 */
public record TransactionalCommitAsk(
        String groupId, TransactionalProducer producer, GenerationRef from, List<OffsetToCommit> offsets) {

    public TransactionalCommitAsk {
        offsets = List.copyOf(offsets);
    }
}
