package io.milena.common.time;

import java.time.Duration;

/** The thread that owns something single-threaded: runs tasks on it, now or later. Thread-safe. */
public interface Scheduler {

    /** Runs {@code task} on this scheduler's thread, after the tasks given before. */
    void execute(Runnable task);

    /** Runs {@code task} once on this scheduler's thread after {@code delay}; the returned handle cancels it. */
    Timer after(Duration delay, Runnable task);

    /** A pending task. */
    interface Timer {

        /** The task will not run, unless it has begun. Calling again does nothing. */
        void cancel();
    }
}
