package io.milena.common;

import java.util.concurrent.locks.ReentrantLock;

/**
 * Takes a lock for a thread that must not wait for whoever holds it: tries for some microseconds, which is as long as
 * such a lock is held in the ordinary course, and gives up where it takes longer.
 */
public final class ShortSpin {

    /** Each is a pause of the processor and a look at the lock: some ten microseconds in all. */
    private static final int TRIES = 200;

    private ShortSpin() {}

    /** Whether the caller now holds {@code lock}. */
    public static boolean tryLock(ReentrantLock lock) {
        return lock.tryLock() || spin(lock);
    }

    private static boolean spin(ReentrantLock lock) {
        for (int i = 0; i < TRIES; i++) {
            Thread.onSpinWait();
            if (!lock.isLocked() && lock.tryLock()) {
                return true;
            }
        }
        return false;
    }
}
