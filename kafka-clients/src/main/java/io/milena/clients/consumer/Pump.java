package io.milena.clients.consumer;

import io.milena.common.time.Scheduler;
import io.milena.common.time.Time;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Lets the workers of one consumer look what is to be done, on its event loop and under its lock: after each event, and
 * when the first of them wants to. {@link #kick} is thread-safe, all else is confined to the loop.
 */
final class Pump {

    private static final long MAX_SLEEP_NANOS = Duration.ofSeconds(30).toNanos();

    private final ReentrantLock lock;
    private final Scheduler loop;
    private final Time time;
    private final AtomicBoolean kicked = new AtomicBoolean();
    private List<Worker> workers = List.of();
    private Scheduler.@Nullable Timer timer;
    private volatile boolean stopped;

    Pump(ReentrantLock lock, Scheduler loop, Time time) {
        this.lock = lock;
        this.loop = loop;
        this.time = time;
    }

    /** Called once, before anything is kicked; in this order they work. */
    void workers(List<Worker> all) {
        workers = all;
    }

    /** Something has happened: the workers look soon. */
    void kick() {
        if (!stopped && !kicked.getAndSet(true)) {
            loop.execute(this::work);
        }
    }

    void stop() {
        stopped = true;
    }

    private void work() {
        kicked.set(false);
        if (stopped) {
            return;
        }
        long sleepNanos = MAX_SLEEP_NANOS;
        lock.lock();
        try {
            long now = time.nanos();
            for (Worker worker : workers) {
                sleepNanos = Math.min(sleepNanos, worker.work(now));
            }
        } finally {
            lock.unlock();
        }
        if (timer != null) {
            timer.cancel();
        }
        timer = loop.after(Duration.ofNanos(Math.max(sleepNanos, 0)), this::kick);
    }
}
