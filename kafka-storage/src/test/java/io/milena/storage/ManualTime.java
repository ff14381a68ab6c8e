package io.milena.storage;

import io.milena.common.time.Scheduler;
import io.milena.common.time.Time;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** A clock and a lane in one, which move only when told. Tasks run on the caller's thread, in order of their time. */
final class ManualTime implements Time, Scheduler {

    private final List<Task> tasks = new ArrayList<>();
    private long nowMs;
    private long sequence;

    ManualTime(long nowMs) {
        this.nowMs = nowMs;
    }

    private record Task(long atMs, long sequence, Runnable action) {}

    @Override
    public synchronized long wallMs() {
        return nowMs;
    }

    @Override
    public synchronized long nanos() {
        return nowMs * 1_000_000;
    }

    @Override
    public void execute(Runnable action) {
        after(Duration.ZERO, action);
    }

    @Override
    public synchronized Timer after(Duration delay, Runnable action) {
        var task = new Task(nowMs + delay.toMillis(), sequence++, action);
        tasks.add(task);
        return () -> tasks.remove(task);
    }

    /** Whoever waited for a time is gone. */
    synchronized void forget() {
        tasks.clear();
    }

    /** Time passes, and whatever is due by then runs. */
    void advance(long millis) {
        long untilMs = wallMs() + millis;
        while (true) {
            Task due = nextDue(untilMs);
            if (due == null) {
                break;
            }
            due.action().run();
        }
        synchronized (this) {
            nowMs = untilMs;
        }
    }

    private synchronized @org.jspecify.annotations.Nullable Task nextDue(long untilMs) {
        Task next = tasks.stream()
                .filter(task -> task.atMs() <= untilMs)
                .min(Comparator.comparingLong(Task::atMs).thenComparingLong(Task::sequence))
                .orElse(null);
        if (next != null) {
            tasks.remove(next);
            nowMs = Math.max(nowMs, next.atMs());
        }
        return next;
    }
}
