package io.milena.storage.cleaner;

/**
 * How long whoever moved some bytes has to pause, so that all together stay within so many bytes a second. Pure;
 * guarded by its owner.
 */
final class IoBudgetPlan {

    private static final double NANOS_PER_SECOND = 1e9;
    /** What was not used lately may be used at once, up to so much of a second. */
    private static final long BURST_NANOS = 100_000_000;

    private double bytesPerSecond;
    private boolean begun;
    /** When all bytes so far would have passed at the greatest rate. */
    private long paidUntilNanos;

    IoBudgetPlan(double bytesPerSecond) {
        this.bytesPerSecond = bytesPerSecond;
    }

    /** From now on so many bytes a second; what was moved before is paid for at the rate of then. */
    void rate(double newBytesPerSecond) {
        bytesPerSecond = newBytesPerSecond;
    }

    /** So many bytes were moved; returns the nanoseconds to pause, 0 for none. */
    long moved(long bytes, long nowNanos) {
        double cost = bytes / bytesPerSecond * NANOS_PER_SECOND;
        if (cost < 1) {
            return 0;
        }
        if (!begun || paidUntilNanos - nowNanos < -BURST_NANOS) {
            begun = true;
            paidUntilNanos = nowNanos - BURST_NANOS;
        }
        paidUntilNanos += (long) Math.min(cost, Long.MAX_VALUE >> 2);
        return Math.max(0, paidUntilNanos - nowNanos);
    }
}
