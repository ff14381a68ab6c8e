package io.milena.metrics;

import io.milena.common.time.Time;
import java.time.Duration;

/** Clocks that stand still until a test moves them. Thread-safe. */
final class ManualTime implements Time {

    private volatile long nanos = -1_000;

    @Override
    public long wallMs() {
        return nanos / 1_000_000;
    }

    @Override
    public long nanos() {
        return nanos;
    }

    void pass(Duration duration) {
        nanos = nanos + duration.toNanos();
    }
}
