package io.milena.clients.consumer;

import io.milena.common.time.Time;

/** When to try again, and what time it is. */
record Retrying(RetrySettings retries, Time time) {

    long againNanos() {
        return time.nanos() + retries.backoffNanos();
    }
}
