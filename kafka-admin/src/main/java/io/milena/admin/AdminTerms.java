package io.milena.admin;

import io.milena.clients.Backoff;

/**
 * How long an admin tries. Immutable.
 *
 * @param apiTimeoutMs from a call to its end, where the call does not say otherwise
 * @param requestTimeoutMs for one broker to answer
 * @param retries further tries after the first, at most
 * @param backoff between two of them
 */
record AdminTerms(int apiTimeoutMs, int requestTimeoutMs, int retries, Backoff backoff) {}
