package io.milena.testing;

import io.milena.common.time.Scheduler;
import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** A real thread, which the test starts and ends, as rooms take it. Thread-safe. */
public record ThreadScheduler(ScheduledExecutorService thread) implements Scheduler {

    @Override
    public void execute(Runnable task) {
        thread.execute(task);
    }

    @Override
    public Timer after(Duration delay, Runnable task) {
        ScheduledFuture<?> future = thread.schedule(task, delay.toNanos(), TimeUnit.NANOSECONDS);
        return () -> future.cancel(false);
    }
}
