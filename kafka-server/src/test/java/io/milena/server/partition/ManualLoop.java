package io.milena.server.partition;

import io.milena.common.time.Scheduler;
import io.milena.common.time.Time;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Queue;

/** An event loop and its clock that move only when the test says so. Confined to the test's thread. */
public final class ManualLoop implements Scheduler, Time {

    private static final long START_MS = 1_700_000_000_000L;

    private final Queue<Runnable> tasks = new ArrayDeque<>();
    private final List<Entry> timers = new ArrayList<>();
    private long nowMs = START_MS;

    /** A pending timer. */
    private record Entry(long dueMs, Runnable task) {}

    @Override
    public void execute(Runnable task) {
        tasks.add(task);
    }

    @Override
    public Timer after(Duration delay, Runnable task) {
        var entry = new Entry(nowMs + delay.toMillis(), task);
        timers.add(entry);
        return () -> timers.remove(entry);
    }

    /** Runs what is waiting to be run now. */
    public void runTasks() {
        for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
            task.run();
        }
    }

    /** Runs no more than so many of those that are waiting, and of those that follow from them. */
    public void runTasks(int most) {
        for (int i = 0; i < most && !tasks.isEmpty(); i++) {
            tasks.remove().run();
        }
    }

    /** Lets time pass, and runs what becomes due. */
    public void pass(long millis) {
        nowMs += millis;
        List<Entry> due = new ArrayList<>(timers);
        due.removeIf(entry -> entry.dueMs() > nowMs);
        due.sort(Comparator.comparingLong(Entry::dueMs));
        timers.removeAll(due);
        due.forEach(entry -> entry.task().run());
        runTasks();
    }

    public int pendingTimers() {
        return timers.size();
    }

    @Override
    public long wallMs() {
        return nowMs;
    }

    @Override
    public long nanos() {
        return nowMs * 1_000_000;
    }
}
