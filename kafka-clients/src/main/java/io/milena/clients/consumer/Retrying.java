package io.milena.clients.consumer;

import io.milena.common.Randomness;
import io.milena.common.time.Time;
import java.util.concurrent.TimeUnit;

/** How long to wait before things are tried again, and what time it is. */
record Retrying(RetrySettings retries, Time time, Randomness randomness) {

    /**
     * Nanoseconds to wait before the next try.
     *
     * @param failures in a row, 1 or more
     */
    long waitNanos(int failures) {
        return TimeUnit.MILLISECONDS.toNanos(retries.backoff().delayMs(failures, randomness));
    }

    /** How long to wait for what others find out, before looking again. */
    long lookAgainNanos() {
        return TimeUnit.MILLISECONDS.toNanos(retries.backoff().initialMs());
    }
}
