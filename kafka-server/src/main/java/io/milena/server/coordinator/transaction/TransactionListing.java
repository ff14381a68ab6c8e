package io.milena.server.coordinator.transaction;

import io.milena.common.errors.ErrorCode;
import java.util.List;

/**
 * The answer to ListTransactions, of one shard or of several.
 *
 * @param error why nothing is listed; NONE if all that matches is
 * @param entries what matches
 */
public record TransactionListing(ErrorCode error, List<Entry> entries) {

    public TransactionListing {
        entries = List.copyOf(entries);
    }

    /** Nothing can be listed. */
    public static TransactionListing failed(ErrorCode error) {
        return new TransactionListing(error, List.of());
    }

    /**
     * One transactional id.
     *
     * @param transactionalId the id
     * @param producerId who owns it
     * @param state where it stands
     */
    public record Entry(String transactionalId, long producerId, TransactionState state) {}
}
