package io.milena.storage;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Whether the disk of one log directory keeps up, judged by its last write and force.
 *
 * <p>Slow means that the last write or force took long, or that a write has been under way for long; the next write
 * that is quick ends it. Pure: reads no clock. Thread-safe; of writes at the same time one is watched.
 */
final class DiskPace {

    /** What takes longer is slow: a loop that waits for it keeps thousands of requests waiting. */
    static final long SLOW_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private static final long NOTHING = 0;

    private final AtomicLong writingSinceNanos = new AtomicLong(NOTHING);
    private volatile boolean slow;

    void writeBegan(long nowNanos) {
        if (writingSinceNanos.get() == NOTHING) {
            writingSinceNanos.lazySet(nowNanos | 1);
        }
    }

    void writeEnded(long beganNanos, long nowNanos) {
        writingSinceNanos.lazySet(NOTHING);
        judge(nowNanos - beganNanos > SLOW_NANOS);
    }

    private void judge(boolean isSlow) {
        if (slow != isSlow) {
            slow = isSlow;
        }
    }

    /** A quick force says nothing about writes. */
    void forceEnded(long tookNanos) {
        if (tookNanos > SLOW_NANOS) {
            slow = true;
        }
    }

    /** Whether a write is under way, which may be stuck. */
    boolean isWriting() {
        return writingSinceNanos.get() != NOTHING;
    }

    boolean isSlow() {
        return slow;
    }

    /** Whether a write that is under way has been so for long. */
    boolean isStuck(long nowNanos) {
        long since = writingSinceNanos.get();
        return since != NOTHING && nowNanos - since > SLOW_NANOS;
    }
}
