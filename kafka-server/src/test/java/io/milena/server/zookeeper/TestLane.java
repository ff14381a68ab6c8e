package io.milena.server.zookeeper;

import io.milena.common.time.Scheduler;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** A lane on a thread of its own, for tests that talk to a real ZooKeeper. Thread-safe. */
public final class TestLane implements Scheduler, AutoCloseable {

    private final ScheduledExecutorService executor = Executors.newSingleThreadScheduledExecutor(task -> {
        var thread = new Thread(task, "test-lane");
        thread.setDaemon(true);
        return thread;
    });

    @Override
    public void execute(Runnable task) {
        executor.execute(task);
    }

    @Override
    public Timer after(Duration delay, Runnable task) {
        ScheduledFuture<?> pending = executor.schedule(task, delay.toNanos(), TimeUnit.NANOSECONDS);
        return () -> pending.cancel(false);
    }

    @Override
    public void close() {
        executor.shutdown();
    }
}
