package io.milena.clients.consumer;

import io.milena.common.Randomness;
import io.milena.common.time.Time;

/** How long to wait before things are tried again, and what time it is. */
record Retrying(RetrySettings retries, Time time, Randomness randomness) {

    private static final long NANOS_PER_MS = 1_000_000L;

    /**
     * @param failures in a row, 1 or more
     */
    long waitNanos(int failures) {
        return retries.backoff().delayMs(failures, randomness) * NANOS_PER_MS;
    }

    /** How long to wait for what others find out, before looking again. */
    long lookAgainNanos() {
        return retries.backoff().initialMs() * NANOS_PER_MS;
    }
}
