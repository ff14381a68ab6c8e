package io.milena.server.partition;

import java.util.LinkedHashSet;
import java.util.Set;

/**
 * Fetches that wait for one partition. Thread-safe: has a lock of its own, in which waiters are told to look again, so
 * that a fetch neither comes nor goes through the partition's lock.
 *
 * <p>No wake-up is lost: whoever waits enters first and reads afterwards; whoever appends makes the records visible
 * first and looks for waiters afterwards. The size is volatile for that, as is what readers read.
 */
final class FetchWaiters {

    /** Most waiters of one partition: far more than consumers it can feed. Beyond it a fetch is answered at once. */
    static final int MAX_WAITERS = 100_000;

    private final Set<FetchWaiter> waiters = new LinkedHashSet<>();
    private volatile int size;

    /** Enters {@code waiter}; false if there are too many. */
    synchronized boolean enter(FetchWaiter waiter) {
        if (size >= MAX_WAITERS) {
            return false;
        }
        waiters.add(waiter);
        size = waiters.size();
        return true;
    }

    /** {@code waiter} is done; does nothing if it is not here. */
    synchronized void leave(FetchWaiter waiter) {
        waiters.remove(waiter);
        size = waiters.size();
    }

    /** Everyone looks again. They stay until they leave. */
    void wakeAll() {
        if (size > 0) {
            tellAll();
        }
    }

    private synchronized void tellAll() {
        waiters.forEach(FetchWaiter::wake);
    }

    int size() {
        return size;
    }
}
