package io.milena.metrics;

import io.milena.common.time.Time;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A sum that one thread adds to, and how fast it has grown of late. Adding is one plain store; it reads no clock and
 * has no fence. Everyone may read; the rate is that of the last 15 to 30 seconds, or since the last reading when that
 * is longer ago.
 */
public final class RecentRate {

    private final AtomicLong total = new AtomicLong();
    private final SampledRate rate;

    public RecentRate(Time time) {
        rate = new SampledRate(time, total::get);
    }

    /** Called by one thread only. */
    public void add(long amount) {
        total.lazySet(total.getPlain() + amount);
    }

    public long total() {
        return total.get();
    }

    public double perSecond() {
        return rate.perSecond();
    }
}
