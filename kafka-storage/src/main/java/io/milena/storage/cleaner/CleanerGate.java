package io.milena.storage.cleaner;

import io.milena.common.time.Time;
import java.util.function.LongConsumer;

/**
 * What every cleaner passes with every piece of a file that it reads or writes: the limit of bytes per second that all
 * share, and the question whether to go on. Thread-safe.
 */
final class CleanerGate {

    private final Time time;
    private final IoBudgetPlan budget;
    private final Pause pause;
    private final StopSignal stop;
    private final LongConsumer moved;

    /** {@code moved} hears of all bytes. */
    CleanerGate(Time time, double bytesPerSecond, Pause pause, StopSignal stop, LongConsumer moved) {
        this.time = time;
        this.budget = new IoBudgetPlan(bytesPerSecond);
        this.pause = pause;
        this.stop = stop;
        this.moved = moved;
    }

    /** From now on so many bytes a second. */
    void limit(double bytesPerSecond) {
        synchronized (budget) {
            budget.rate(bytesPerSecond);
        }
    }

    /** So many bytes were read or written; may take its time. */
    void pass(long bytes) throws CleaningAborted {
        moved.accept(bytes);
        long nanos;
        synchronized (budget) {
            nanos = budget.moved(bytes, time.nanos());
        }
        if (nanos > 0 && !stop.isGiven()) {
            pause.forNanos(nanos);
        }
        if (stop.isGiven()) {
            throw new CleaningAborted("the broker stops");
        }
    }
}
