package io.milena.server;

import io.milena.common.time.Scheduler;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One thread with a name that owns something single-threaded, such as the controller. A task that throws, whatever it
 * is, is reported and does not end the lane. After {@link #close()} tasks are dropped. Thread-safe.
 */
final class Lane implements Scheduler, AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(Lane.class);
    private static final Duration LONGEST_STOP = Duration.ofSeconds(30);

    private final String name;
    private final ScheduledExecutorService executor;

    Lane(String name, ThreadFactory threads) {
        this.name = name;
        var single = new ScheduledThreadPoolExecutor(1, threads);
        single.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
        single.setRemoveOnCancelPolicy(true);
        this.executor = single;
    }

    @Override
    public void execute(Runnable task) {
        try {
            executor.execute(guarded(task));
        } catch (RejectedExecutionException e) {
            log.debug("{} is stopped, a task is dropped", name);
        }
    }

    @Override
    public Timer after(Duration delay, Runnable task) {
        try {
            ScheduledFuture<?> future = executor.schedule(guarded(task), delay.toNanos(), TimeUnit.NANOSECONDS);
            return () -> future.cancel(false);
        } catch (RejectedExecutionException e) {
            log.debug("{} is stopped, a timer is dropped", name);
            return () -> {};
        }
    }

    private Runnable guarded(Runnable task) {
        return () -> {
            try {
                task.run();
            } catch (RuntimeException | Error e) {
                // Also want of direct memory, which is an error and passes: nobody else would say that it came.
                log.error("a task of {} failed", name, e);
            }
        };
    }

    /** Lets what is queued run, drops timers, and waits for the thread to end; never interrupts it. */
    @Override
    public void close() {
        executor.shutdown();
        awaitEnd(name, executor);
    }

    static void awaitEnd(String name, ExecutorService executor) {
        try {
            if (!executor.awaitTermination(LONGEST_STOP.toMillis(), TimeUnit.MILLISECONDS)) {
                log.warn("{} still runs {} s after it was told to stop", name, LONGEST_STOP.toSeconds());
            }
        } catch (InterruptedException e) {
            log.warn("{} is not waited for: the thread that stops the broker was interrupted", name);
        }
    }
}
