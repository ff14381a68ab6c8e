package io.milena.tools;

import io.milena.clients.producer.Producer;
import java.util.function.LongSupplier;

/** Transactions that follow one another, each so long; or none. Confined to one thread. */
final class TransactionPace {

    private static final long NOT_BEGUN = Long.MIN_VALUE;

    private final Producer<?, ?> producer;
    private final long durationMs;
    private long beganMs = NOT_BEGUN;

    /** @param durationMs of each; 0 or less for none at all */
    TransactionPace(Producer<?, ?> producer, long durationMs) {
        this.producer = producer;
        this.durationMs = durationMs;
    }

    void begin() {
        if (durationMs > 0) {
            producer.initTransactions();
        }
    }

    /**
     * Before a record: begins a transaction if none is open, after committing one that is old enough. What the commit
     * takes is not of the next one's time.
     */
    void renew(LongSupplier nowMs) {
        if (durationMs <= 0) {
            return;
        }
        if (beganMs != NOT_BEGUN && nowMs.getAsLong() - beganMs >= durationMs) {
            end();
        }
        if (beganMs == NOT_BEGUN) {
            producer.beginTransaction();
            beganMs = nowMs.getAsLong();
        }
    }

    void end() {
        if (beganMs != NOT_BEGUN) {
            producer.commitTransaction();
            beganMs = NOT_BEGUN;
        }
    }
}
