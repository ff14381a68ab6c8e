package io.milena.server.coordinator;

import io.milena.common.time.Time;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;

/**
 * How long shards of one coordinator took to load of late: what the reference shows for half a minute, and then as no
 * number. Thread-safe.
 */
final class LoadTimes {

    private static final long WINDOW_NANOS = TimeUnit.SECONDS.toNanos(30);

    private final Time time;
    /** Oldest first. Guarded by this. */
    private final Deque<Loaded> recent = new ArrayDeque<>();

    LoadTimes(Time time) {
        this.time = time;
    }

    /** A shard is loaded. */
    synchronized void loaded(long tookMs) {
        forgetOld();
        recent.addLast(new Loaded(time.nanos(), tookMs));
    }

    /** Of those of late, in milliseconds; NaN if there is none. */
    synchronized double averageMs() {
        forgetOld();
        return recent.stream().mapToLong(Loaded::tookMs).average().orElse(Double.NaN);
    }

    /** Of those of late, in milliseconds; NaN if there is none. */
    synchronized double longestMs() {
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

    /** When a load ended, and how long it took. */
    private record Loaded(long atNanos, long tookMs) {}
}
