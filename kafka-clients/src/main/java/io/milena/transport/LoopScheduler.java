package io.milena.transport;

import io.milena.common.time.Scheduler;
import io.netty.channel.EventLoop;
import io.netty.util.concurrent.Future;
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

/** An event loop as the thread that a client's work is done on. Thread-safe. */
public record LoopScheduler(EventLoop eventLoop) implements Scheduler {

    /** Drops the task when the loop has ended, and with it every connection that the task could concern. */
    @Override
    public void execute(Runnable task) {
        try {
            eventLoop.execute(task);
        } catch (RejectedExecutionException e) {
            // The loop has ended.
        }
    }

    @Override
    public Timer after(Duration delay, Runnable task) {
        try {
            Future<?> future = eventLoop.schedule(task, Math.max(0, delay.toNanos()), TimeUnit.NANOSECONDS);
            return () -> future.cancel(false);
        } catch (RejectedExecutionException e) {
            return () -> {};
        }
    }
}
