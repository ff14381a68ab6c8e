package io.milena.metrics;

import io.milena.common.time.Time;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A sum that one thread adds to, and how fast it has grown of late. Adding is one plain store; it reads no clock and
 * has no fence. Everyone may read; the rate is that of the last 15 to 30 seconds, or since the last reading when that
 * is longer ago.
 */
public final class RecentRate {

    private static final long WINDOW_NANOS = TimeUnit.SECONDS.toNanos(15);
    private static final double SECOND_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Time time;
    private final AtomicLong total = new AtomicLong();
    private Mark older;
    private Mark newer;

    /** The sum at one moment. */
    private record Mark(long atNanos, long total) {}

    public RecentRate(Time time) {
        this.time = time;
        newer = new Mark(time.nanos(), 0);
        older = newer;
    }

    /** Called by one thread only. */
    public void add(long amount) {
        total.lazySet(total.getPlain() + amount);
    }

    public long total() {
        return total.get();
    }

    public synchronized double perSecond() {
        long now = time.nanos();
        long sum = total();
        if (now - newer.atNanos >= WINDOW_NANOS) {
            older = newer;
            newer = new Mark(now, sum);
        }
        double seconds = (now - older.atNanos) / SECOND_NANOS;
        return seconds <= 0 ? 0 : (sum - older.total) / seconds;
    }
}
