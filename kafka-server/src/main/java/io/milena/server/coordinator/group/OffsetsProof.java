package io.milena.server.coordinator.group;

import org.jspecify.annotations.Nullable;

/**
 * Under which condition a shard takes offsets that are committed in a transaction (KIP-890). Those that come after the
 * marker that ended their transaction would be pending for good, since nobody ends it again. So whoever brings them has
 * asked the transaction's coordinator, and no marker of the producer has come since before that. Immutable.
 */
public final class OffsetsProof {

    /** Any offsets are taken. */
    public static final OffsetsProof UNWANTED = new OffsetsProof(null, 0);

    private final @Nullable EndedTransactions seenBy;
    private final long ends;

    /** {@code seenBy} had seen so many transactions end. */
    OffsetsProof(@Nullable EndedTransactions seenBy, long ends) {
        this.seenBy = seenBy;
        this.ends = ends;
    }

    @Nullable
    EndedTransactions seenBy() {
        return seenBy;
    }

    long ends() {
        return ends;
    }
}
