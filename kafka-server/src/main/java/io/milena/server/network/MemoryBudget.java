package io.milena.server.network;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Counts the bytes of requests that are received and not yet handled, for a group of connections.
 *
 * <p>It never refuses bytes, which are there already; it tells connections that hold some, or a large part of a
 * request, to stop reading, and wakes them when enough came back. So the bound is exceeded by one read of each
 * connection at most. Thread-safe, without locks.
 */
final class MemoryBudget {

    private final long limitBytes;
    private final AtomicLong usedBytes = new AtomicLong();
    private final Queue<Runnable> waiting = new ConcurrentLinkedQueue<>();

    MemoryBudget(long limitBytes) {
        this.limitBytes = limitBytes;
    }

    /** Counts {@code bytes} more, or fewer when negative. */
    void add(long bytes) {
        long used = usedBytes.addAndGet(bytes);
        if (bytes < 0 && used < limitBytes) {
            wake();
        }
    }

    /** Whether whoever holds bytes should stop reading. */
    boolean isExhausted() {
        return usedBytes.get() >= limitBytes;
    }

    /** Runs {@code wakeUp} once, on any thread, when bytes are available; at once if they are. */
    void whenAvailable(Runnable wakeUp) {
        waiting.add(wakeUp);
        if (!isExhausted()) {
            wake();
        }
    }

    private void wake() {
        Runnable next = waiting.poll();
        while (next != null) {
            next.run();
            next = waiting.poll();
        }
    }

    long usedBytes() {
        return usedBytes.get();
    }

    long availableBytes() {
        return Math.max(0, limitBytes - usedBytes.get());
    }
}
