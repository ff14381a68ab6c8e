package io.milena.clients.consumer;

import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Wakes the application's thread when something that it waits for may have come. Thread-safe; one thread waits.
 *
 * <p>Raised before it is awaited, it ends the next wait at once. An interrupt ends a wait and stays set: who waits
 * looks.
 */
final class Signal {

    private volatile boolean raised;
    private volatile @Nullable Thread waiting;

    void raise() {
        raised = true;
        Thread thread = waiting;
        if (thread != null) {
            LockSupport.unpark(thread);
        }
    }

    /** Waits until the signal is raised, {@code nanos} are over, or for no reason at all. */
    void await(long nanos) {
        waiting = Thread.currentThread();
        if (!raised && nanos > 0) {
            LockSupport.parkNanos(this, nanos);
        }
        waiting = null;
        raised = false;
    }
}
