package io.milena.server.coordinator.group;

import io.milena.common.errors.ErrorCode;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Whose transactions have ended in this shard lately, which tells whether an {@link OffsetsProof} still holds.
 *
 * <p>Never written: what was proven to a life before of the shard is to be proven again. Keeps the last end of so many
 * producers; a proof from before one that it had to forget is to be proven again, too. Confined to the shard's thread.
 */
final class EndedTransactions {

    static final int MOST_KEPT = 1_000;

    /** By producer id, the longest ago first. */
    private final Map<Long, Long> lastEnds = new LinkedHashMap<>();

    private long ends;
    private long forgotten;

    /** The marker of the producer's transaction is in the log. */
    void ended(long producerId) {
        ends++;
        lastEnds.remove(producerId);
        lastEnds.put(producerId, ends);
        if (lastEnds.size() > MOST_KEPT) {
            Iterator<Long> eldest = lastEnds.values().iterator();
            forgotten = eldest.next();
            eldest.remove();
        }
    }

    /** To be taken before anyone is asked about a transaction. */
    OffsetsProof proof() {
        return new OffsetsProof(this, ends);
    }

    /** Why offsets of the producer may not be taken on {@code proof}; NONE if they may. */
    ErrorCode check(long producerId, OffsetsProof proof) {
        if (proof == OffsetsProof.UNWANTED) {
            return ErrorCode.NONE;
        }
        if (proof.seenBy() != this || proof.ends() < forgotten) {
            return ErrorCode.COORDINATOR_LOAD_IN_PROGRESS;
        }
        boolean hasEnded = lastEnds.getOrDefault(producerId, 0L) > proof.ends();
        return hasEnded ? ErrorCode.INVALID_TXN_STATE : ErrorCode.NONE;
    }
}
