package io.milena.clients.consumer;

import io.milena.common.errors.InterruptException;
import io.milena.common.errors.WakeupException;
import java.util.ConcurrentModificationException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Lets one thread at a time into a consumer, again and again if it calls from its own callbacks; wakes it and turns it
 * away. Thread-safe.
 */
final class Guard {

    private static final long NOBODY = -1;

    private final AtomicLong owner = new AtomicLong(NOBODY);
    private final AtomicBoolean wokenUp = new AtomicBoolean();
    private final Signal signal;
    private int depth;
    private volatile boolean closing;
    private volatile boolean closed;

    Guard(Signal signal) {
        this.signal = signal;
    }

    /**
     * While the consumer closes, only its own callbacks are let in.
     *
     * @throws ConcurrentModificationException if another thread is inside
     * @throws IllegalStateException if the consumer is closed
     */
    void enter() {
        enterToClose();
        if (closed || closing && depth == 1) {
            leave();
            throw new IllegalStateException("this consumer is closed");
        }
    }

    /** As {@link #enter}, though the consumer may be closed. */
    void enterToClose() {
        Thread thread = Thread.currentThread();
        long id = thread.getId();
        if (owner.get() != id && !owner.compareAndSet(NOBODY, id)) {
            throw new ConcurrentModificationException("a consumer is for one thread, and another is inside a call; this"
                    + " one is " + thread.getName() + " (only wakeup may be called by any thread)");
        }
        depth++;
    }

    void leave() {
        depth--;
        if (depth == 0) {
            owner.set(NOBODY);
        }
    }

    /** Whether this is the first attempt to close. */
    boolean beginClosing() {
        boolean isFirst = !closing;
        closing = true;
        return isFirst;
    }

    void closed() {
        closed = true;
    }

    void wakeup() {
        wokenUp.set(true);
        signal.raise();
    }

    /**
     * Called before and while a call waits.
     *
     * @throws WakeupException once after each wakeup
     * @throws InterruptException if the thread is interrupted; it still is afterwards
     */
    void check() {
        if (Thread.currentThread().isInterrupted()) {
            throw new InterruptException("interrupted while a consumer waits");
        }
        if (wokenUp.compareAndSet(true, false)) {
            throw new WakeupException("woken up");
        }
    }
}
