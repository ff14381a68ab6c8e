package io.milena.clients.consumer;

/**
 * When something that failed may be tried again: at once after a success, later and later after failures in a row.
 * Guarded by the consumer's lock.
 */
final class Retry {

    private int failures;
    private boolean waiting;
    private long atNanos;

    /** It came to nothing: the next try has to wait. */
    void failed(Retrying retrying) {
        failures++;
        waiting = true;
        atNanos = retrying.time().nanos() + retrying.waitNanos(failures);
    }

    /** It worked: nothing of failures before is remembered. */
    void succeeded() {
        failures = 0;
        waiting = false;
    }

    /** The next try need not wait; if it fails, it has failed once more. */
    void hurry() {
        waiting = false;
    }

    /** For how long the next try has to wait; 0 for not at all. */
    long waitNanos(long nowNanos) {
        return waiting ? Math.max(atNanos - nowNanos, 0) : 0;
    }
}
