package io.milena.metrics;

import io.milena.common.time.Time;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Average, maximum, rate and sum of whole numbers that one thread records, over a window of samples that moves on by a
 * sample at a time.
 *
 * <p>Recording is a few plain stores and has no lock and no fence; one thread only may record. Everyone may read: what
 * is read while something is recorded may lack it, or for a moment have one part of it.
 */
public final class WindowedStats {

    private static final double SECOND_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** Cells of a sample: which one it is, counted from the beginning, and what was recorded in it. */
    private static final int NUMBER = 0;

    private static final int COUNT = 1;
    private static final int SUM = 2;
    private static final int MAX = 3;
    private static final int CELLS = 4;

    private static final long NO_SAMPLE = -1;

    private final Time time;
    private final StatsWindow window;
    private final long originNanos;
    private final AtomicLongArray samples;
    private final AtomicLongArray totals = new AtomicLongArray(2);

    public WindowedStats(Time time, StatsWindow window) {
        this.time = time;
        this.window = window;
        this.originNanos = time.nanos();
        this.samples = new AtomicLongArray(window.samples() * CELLS);
        for (int i = 0; i < window.samples(); i++) {
            samples.set(i * CELLS + NUMBER, NO_SAMPLE);
        }
    }

    /** Records {@code value}, 0 or more. Called by one thread only. */
    public void record(long value) {
        record(value, time.nanos());
    }

    /** As {@link #record(long)}, for a caller who knows the time already. */
    public void record(long value, long nowNanos) {
        long number = numberAt(nowNanos);
        int cells = (int) (number % window.samples()) * CELLS;
        if (samples.getPlain(cells + NUMBER) != number) {
            samples.lazySet(cells + COUNT, 0);
            samples.lazySet(cells + SUM, 0);
            samples.lazySet(cells + MAX, Long.MIN_VALUE);
            samples.lazySet(cells + NUMBER, number);
        }
        samples.lazySet(cells + COUNT, samples.getPlain(cells + COUNT) + 1);
        samples.lazySet(cells + SUM, samples.getPlain(cells + SUM) + value);
        samples.lazySet(cells + MAX, Math.max(samples.getPlain(cells + MAX), value));
        totals.lazySet(0, totals.getPlain(0) + 1);
        totals.lazySet(1, totals.getPlain(1) + value);
    }

    private long numberAt(long nowNanos) {
        return Math.max(0, nowNanos - originNanos) / window.sampleNanos();
    }

    /** The mean of the window; not a number if nothing was recorded. */
    public double average() {
        long count = sumOf(COUNT);
        return count == 0 ? Double.NaN : (double) sumOf(SUM) / count;
    }

    /** The greatest of the window; not a number if nothing was recorded. */
    public double max() {
        long first = firstNumber();
        long max = Long.MIN_VALUE;
        for (int i = 0; i < window.samples(); i++) {
            if (samples.get(i * CELLS + NUMBER) >= first) {
                max = Math.max(max, samples.get(i * CELLS + MAX));
            }
        }
        return max == Long.MIN_VALUE ? Double.NaN : max;
    }

    /** Values recorded per second of the window. */
    public double eventsPerSecond() {
        return perSecond(COUNT);
    }

    /** What they sum up to per second of the window. */
    public double sumPerSecond() {
        return perSecond(SUM);
    }

    /** Before the window is full, it counts as if it were but for one sample, so that the first rates are not huge. */
    private double perSecond(int cell) {
        long now = time.nanos();
        long first = Math.max(0, numberAt(now) - window.samples() + 1);
        long sinceNanos = now - originNanos - first * window.sampleNanos();
        long leastNanos = Math.max(1, (window.samples() - 1) * window.sampleNanos());
        return sumOf(cell) * SECOND_NANOS / Math.max(leastNanos, sinceNanos);
    }

    private long firstNumber() {
        return Math.max(0, numberAt(time.nanos()) - window.samples() + 1);
    }

    private long sumOf(int cell) {
        long first = firstNumber();
        long sum = 0;
        for (int i = 0; i < window.samples(); i++) {
            if (samples.get(i * CELLS + NUMBER) >= first) {
                sum += samples.get(i * CELLS + cell);
            }
        }
        return sum;
    }

    /** Values recorded since the beginning. */
    public long events() {
        return totals.get(0);
    }

    /** What they all sum up to. */
    public long total() {
        return totals.get(1);
    }
}
