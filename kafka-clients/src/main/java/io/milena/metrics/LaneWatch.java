package io.milena.metrics;

import io.milena.common.time.Time;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Watches one thread that works in cycles, an event loop or a worker: its idle share and its longest cycle.
 *
 * <p>The thread calls {@link #cycleStarted} when it wakes up and {@link #cycleEnded} before it waits again. Everyone
 * may read; a cycle that has not ended counts as busy up to now, so a stuck loop shows. Shares and longest cycles are
 * those of the last 15 to 30 seconds.
 */
public final class LaneWatch {

    static final long WINDOW_NANOS = TimeUnit.SECONDS.toNanos(15);
    /** In {@link #startedAtNanos}: no cycle is going on. A clock that shows this very number costs one cycle. */
    private static final long WAITING = Long.MIN_VALUE;

    private final Time time;
    private final long slowNanos;
    private volatile long startedAtNanos = WAITING;
    private volatile long busyNanos;
    private volatile long slowCycles;
    private final AtomicLong longestNanos = new AtomicLong();
    private Mark older;
    private Mark newer;

    /** How busy the lane had been at one moment, and its longest cycle up to then since the mark before. */
    private record Mark(long atNanos, long busyNanos, long longestNanos) {}

    /** @param slowNanos cycles longer than this are counted as slow */
    public LaneWatch(Time time, long slowNanos) {
        this.time = time;
        this.slowNanos = slowNanos;
        newer = new Mark(time.nanos(), 0, 0);
        older = newer;
    }

    /** The thread has work. Called on the lane's thread only. */
    public void cycleStarted() {
        startedAtNanos = time.nanos();
    }

    /** The thread is about to wait. Called on the lane's thread only; without a started cycle it does nothing. */
    public void cycleEnded() {
        long started = startedAtNanos;
        if (started == WAITING) {
            return;
        }
        long cycle = time.nanos() - started;
        busyNanos += cycle;
        startedAtNanos = WAITING;
        if (cycle > slowNanos) {
            slowCycles++;
        }
        if (cycle > longestNanos.get()) {
            longestNanos.accumulateAndGet(cycle, Math::max);
        }
    }

    /** All busy time so far. */
    public long busyNanos() {
        return busyAt(time.nanos());
    }

    private long busyAt(long nowNanos) {
        return busyNanos + goingOnAt(nowNanos);
    }

    private long goingOnAt(long nowNanos) {
        long started = startedAtNanos;
        return started == WAITING ? 0 : Math.max(0, nowNanos - started);
    }

    /** All cycles so far that took longer than the threshold. */
    public long slowCycles() {
        return slowCycles;
    }

    /** The part of the window that the lane waited, from 0 (always busy) to 1 (always idle). */
    public synchronized double idleShare() {
        long now = time.nanos();
        roll(now);
        long span = now - older.atNanos;
        if (span <= 0) {
            return 1;
        }
        double busy = (busyAt(now) - older.busyNanos) / (double) span;
        return Math.max(0, Math.min(1, 1 - busy));
    }

    /** The longest cycle of the window, ended or going on. */
    public synchronized long longestCycleNanos() {
        long now = time.nanos();
        roll(now);
        return Math.max(Math.max(newer.longestNanos, longestNanos.get()), goingOnAt(now));
    }

    /** Moves the window on; called by the registry's tick, so that it moves also when nobody reads. */
    public synchronized void tick() {
        roll(time.nanos());
    }

    private void roll(long now) {
        if (now - newer.atNanos >= WINDOW_NANOS) {
            older = newer;
            newer = new Mark(now, busyAt(now), longestNanos.getAndSet(0));
        }
    }
}
