package io.milena.server.network;

import io.milena.common.time.Time;
import java.time.Duration;

/** A clock that stands still until a test moves it. Confined to the test's thread, or moved before others look. */
final class ManualTime implements Time {

    private volatile long nanos;

    @Override
    public long wallMs() {
        return nanos / 1_000_000;
    }

    @Override
    public long nanos() {
        return nanos;
    }

    @SuppressWarnings("NonAtomicOperationOnVolatileField")
    void advance(Duration by) {
        nanos += by.toNanos();
    }
}
