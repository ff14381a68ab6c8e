package io.milena.tools;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** So many a second: how long to wait before the next one. Immutable. */
final class Pace {

    /** Waiting for less than this costs more than it brings. */
    private static final long SHORTEST_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    private final double perSecond;
    private final long startNanos;

    /** @param perSecond 0 or less for no limit */
    Pace(double perSecond, long startNanos) {
        this.perSecond = perSecond;
        this.startNanos = startNanos;
    }

    /** Waits, if {@code done} are more than the time since the start allows. */
    void keep(long done, Shell shell) {
        long early = earlyNanos(done, shell.time().nanos());
        if (early >= SHORTEST_NANOS) {
            shell.pause(Duration.ofNanos(early));
        }
    }

    /** Nanoseconds until {@code done} of them are due; 0 or less if they are. */
    long earlyNanos(long done, long nowNanos) {
        if (perSecond <= 0) {
            return 0;
        }
        double dueNanos = done / perSecond * TimeUnit.SECONDS.toNanos(1);
        return (long) Math.min(dueNanos - (nowNanos - startNanos), Long.MAX_VALUE);
    }
}
