package io.milena.metrics;

import io.milena.common.time.Time;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * How fast a sum that others keep has grown of late: in the last 15 to 30 seconds, or since the last reading when that
 * is longer ago. Thread-safe.
 */
public final class SampledRate {

    private static final long WINDOW_NANOS = TimeUnit.SECONDS.toNanos(15);
    private static final double SECOND_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Time time;
    private final LongSupplier total;
    private Mark older;
    private Mark newer;

    /** The sum at one moment. */
    private record Mark(long atNanos, long total) {}

    public SampledRate(Time time, LongSupplier total) {
        this.time = time;
        this.total = total;
        newer = new Mark(time.nanos(), total.getAsLong());
        older = newer;
    }

    public synchronized double perSecond() {
        long now = time.nanos();
        long sum = total.getAsLong();
        if (now - newer.atNanos >= WINDOW_NANOS) {
            older = newer;
            newer = new Mark(now, sum);
        }
        double seconds = (now - older.atNanos) / SECOND_NANOS;
        return seconds <= 0 ? 0 : (sum - older.total) / seconds;
    }
}
