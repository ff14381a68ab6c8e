package io.milena.clients.consumer;

/**
 * How long things may take, in nanoseconds.
 *
 * @param backoffNanos between two tries
 * @param requestNanos for one request
 * @param apiNanos for one call of the application that gives no time-out
 * @param preferredReplicaNanos for how long a broker's word on the nearest replica is believed
 */
record RetrySettings(long backoffNanos, long requestNanos, long apiNanos, long preferredReplicaNanos) {}
