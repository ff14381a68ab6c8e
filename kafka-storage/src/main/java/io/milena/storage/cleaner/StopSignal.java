package io.milena.storage.cleaner;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Tells all cleaners to stop, also those that pause at that moment. Thread-safe. */
final class StopSignal implements Pause {

    private final CountDownLatch given = new CountDownLatch(1);

    void give() {
        given.countDown();
    }

    boolean isGiven() {
        return given.getCount() == 0;
    }

    @Override
    public void forNanos(long nanos) {
        try {
            given.await(nanos, TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            throw new IllegalStateException("broken invariant: a thread that touches files is never interrupted", e);
        }
    }
}
