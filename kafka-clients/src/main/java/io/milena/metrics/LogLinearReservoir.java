package io.milena.metrics;

import com.codahale.metrics.Reservoir;
import com.codahale.metrics.Snapshot;
import io.milena.common.time.Time;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The values of the last minutes, all of them, in buckets: what a histogram's percentiles are read from.
 *
 * <p>Two generations of {@link #GENERATION_NANOS} each: new values go to the younger one, a snapshot shows both, and
 * the older one is dropped whole. So a snapshot covers the last 150 seconds at least and the last 300 at most. Every
 * value read back is off by less than 1/64 of itself (see {@link LogLinearScale}). Generations change in {@link
 * #tick} and on reading, so that recording reads no clock. Thread-safe; recording never locks.
 */
final class LogLinearReservoir implements Reservoir {

    static final long GENERATION_NANOS = TimeUnit.SECONDS.toNanos(150);

    private final Time time;
    private final int stripes;
    private volatile StripedBuckets younger;
    private @Nullable StripedBuckets older;
    private long bornAtNanos;

    /** @param stripes a power of two */
    LogLinearReservoir(Time time, int stripes) {
        this.time = time;
        this.stripes = stripes;
        younger = new StripedBuckets(stripes);
        bornAtNanos = time.nanos();
    }

    @Override
    public void update(long value) {
        younger.count(value);
    }

    /** Starts a new generation if the youngest is old enough. */
    synchronized void tick() {
        long age = time.nanos() - bornAtNanos;
        if (age < GENERATION_NANOS) {
            return;
        }
        older = age < 2 * GENERATION_NANOS ? younger : null;
        younger = new StripedBuckets(stripes);
        bornAtNanos += age;
    }

    @Override
    public synchronized Snapshot getSnapshot() {
        tick();
        var snapshot = new BucketSnapshot.Builder();
        for (int chunk = 0; chunk < LogLinearScale.CHUNKS; chunk++) {
            boolean olderHolds = older != null && older.holds(chunk);
            if (olderHolds || younger.holds(chunk)) {
                snapshot.add(chunk, totals(chunk));
            }
        }
        return snapshot.build();
    }

    private long[] totals(int chunk) {
        long[] totals = new long[LogLinearScale.bucketsIn(chunk)];
        younger.addTo(chunk, totals);
        if (older != null) {
            older.addTo(chunk, totals);
        }
        return totals;
    }

    @Override
    public int size() {
        return getSnapshot().size();
    }
}
