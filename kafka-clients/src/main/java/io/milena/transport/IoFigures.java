package io.milena.transport;

import io.milena.common.time.Time;
import java.util.concurrent.atomic.AtomicLong;

/**
 * How the thread of a client spends its time: waiting for sockets, or at work. Its thread writes, plain stores without
 * a fence; everyone may read.
 */
public final class IoFigures {

    private final Time time;
    private final AtomicLong waits = new AtomicLong();
    private final AtomicLong waitNanos = new AtomicLong();
    private final AtomicLong workNanos = new AtomicLong();
    private long changedAtNanos;

    public IoFigures(Time time) {
        this.time = time;
        this.changedAtNanos = time.nanos();
    }

    /** The thread has done what there was to do. */
    void waitBegan() {
        long now = time.nanos();
        workNanos.lazySet(workNanos.getPlain() + now - changedAtNanos);
        changedAtNanos = now;
    }

    /** A socket, a task or a timer has something to do. */
    void waitEnded() {
        long now = time.nanos();
        waitNanos.lazySet(waitNanos.getPlain() + now - changedAtNanos);
        waits.lazySet(waits.getPlain() + 1);
        changedAtNanos = now;
    }

    /** How often it has looked for work. */
    public long waits() {
        return waits.get();
    }

    /** Time that it had nothing to do. */
    public long waitNanos() {
        return waitNanos.get();
    }

    /** Time that it was at work. */
    public long workNanos() {
        return workNanos.get();
    }
}
