package io.milena.server.coordinator.group;

import io.milena.server.coordinator.state.TransactionalProducer;
import java.util.List;

/**
 * TxnOffsetCommit: how far the group is once the producer's transaction commits.
 *
 * @param from {@link GenerationRef#OUTSIDE} if the client does not tell, as all before v3
 * @param offsets existing partitions that the client may read
 * @param proof what is known of the transaction
 */
public record TransactionalCommitAsk(
        String groupId,
        TransactionalProducer producer,
        GenerationRef from,
        List<OffsetToCommit> offsets,
        OffsetsProof proof) {

    public TransactionalCommitAsk {
        offsets = List.copyOf(offsets);
    }

    /** One that comes without a proof, to be taken as it is, or to be given one by {@link #with}. */
    public static TransactionalCommitAsk unproven(
            String groupId, TransactionalProducer producer, GenerationRef from, List<OffsetToCommit> offsets) {
        return new TransactionalCommitAsk(groupId, producer, from, offsets, OffsetsProof.UNWANTED);
    }

    /** The same where {@code known} says what is known of the transaction. */
    public TransactionalCommitAsk with(OffsetsProof known) {
        return new TransactionalCommitAsk(groupId, producer, from, offsets, known);
    }
}
