package io.milena.server.coordinator;

import io.milena.common.time.Time;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;

/**
 * How long shards of one coordinator took to load of late: what the reference shows for half a minute, and then as no
 * number. Thread-safe.
 */
final class ShardMetrics {

    private static final long WINDOW_NANOS = TimeUnit.SECONDS.toNanos(30);

    private final Time time;
    private final Deque<Loaded> recent = new ArrayDeque<>();

    ShardMetrics(Time time) {
        this.time = time;
    }

    /** A shard is loaded. */
    synchronized void loaded(long tookMs) {
        forgetOld();
        recent.addLast(new Loaded(time.nanos(), tookMs));
    }

    synchronized double averageLoadMs() {
        forgetOld();
        return recent.stream().mapToLong(Loaded::tookMs).average().orElse(Double.NaN);
    }

    synchronized double longestLoadMs() {
        forgetOld();
        return recent.isEmpty()
                ? Double.NaN
                : recent.stream().mapToLong(Loaded::tookMs).max().orElseThrow();
    }

    private void forgetOld() {
        long now = time.nanos();
        while (!recent.isEmpty() && now - recent.getFirst().atNanos() > WINDOW_NANOS) {
            recent.removeFirst();
        }
    }

    private record Loaded(long atNanos, long tookMs) {}
}
