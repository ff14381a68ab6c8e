package io.milena.clients.consumer;

import io.milena.clients.Backoff;

/**
 * How long things may take, in nanoseconds.
 *
 * @param backoff between two tries
 * @param requestNanos for one request
 * @param apiNanos for one call of the application that gives no time-out
 * @param preferredReplicaNanos for how long a broker's word on the nearest replica is believed
 */
record RetrySettings(Backoff backoff, long requestNanos, long apiNanos, long preferredReplicaNanos) {}
