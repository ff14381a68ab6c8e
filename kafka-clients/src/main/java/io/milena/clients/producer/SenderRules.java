package io.milena.clients.producer;

import io.milena.clients.Backoff;
import org.jspecify.annotations.Nullable;

/**
 * How batches are sent. Immutable.
 *
 * @param acks 0: the broker does not answer; 1: the leader has it; -1: all in-sync replicas have it
 * @param lingerNanos how long a batch that is not full waits for more
 * @param deliveryNanos how long after its first record a batch is given up
 * @param requestTimeoutMs how long brokers may take over a request
 * @param retries how often a batch is sent again
 * @param retry how long it waits before that
 * @param mostOut requests to one broker that may be out
 * @param requestBytes most that the batches of a request take
 * @param isIdempotent whether batches have sequences
 * @param transactionalId null outside of transactions
 */
record SenderRules(
        short acks,
        long lingerNanos,
        long deliveryNanos,
        int requestTimeoutMs,
        int retries,
        Backoff retry,
        int mostOut,
        int requestBytes,
        boolean isIdempotent,
        @Nullable String transactionalId) {

    static final short ACKS_ALL = -1;
    static final short ACKS_NONE = 0;

    /** Whether a partition's next batch waits for the answer to the one before, because a retry would pass it. */
    boolean isOneAtATime() {
        return mostOut == 1;
    }
}
