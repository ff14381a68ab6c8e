package io.milena.storage;

import io.milena.record.RecordValidation;

/**
 * Under which terms a leader appends.
 *
 * @param leaderEpoch epoch of the leader, written into each batch
 * @param nowMs wall clock, for append times and the bounds of timestamps
 * @param origin who made the records
 * @param validation how deep batches of clients are checked
 * @param proof whether transactions may begin in the log
 */
public record AppendTerms(
        int leaderEpoch, long nowMs, Origin origin, RecordValidation validation, TransactionProof proof) {

    /** Terms under which any transaction may begin. */
    public AppendTerms(int leaderEpoch, long nowMs, Origin origin, RecordValidation validation) {
        this(leaderEpoch, nowMs, origin, validation, TransactionProof.UNWANTED);
    }

    /** The same for a leader of this epoch. */
    public AppendTerms inEpoch(int epoch) {
        return epoch == leaderEpoch ? this : new AppendTerms(epoch, nowMs, origin, validation, proof);
    }

    /** Who made the records. */
    public enum Origin {
        /** A client without a transactional id. */
        CLIENT,
        /** A client that named its transactional id, and may send transactional batches. */
        TRANSACTIONAL_CLIENT,
        /** A coordinator of this broker: control batches are allowed. */
        COORDINATOR;

        boolean isClient() {
            return this != COORDINATOR;
        }
    }
}
