package io.milena.clients.producer;

import io.milena.common.time.Scheduler;
import io.milena.common.time.Time;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** An event loop and its clocks that stand still until a test runs them, on the test's thread. */
final class SimulatedLoop implements Scheduler, Time {

    private static final int MOST_TASKS = 100_000;

    private final ArrayDeque<Runnable> tasks = new ArrayDeque<>();
    private final List<Pending> timers = new ArrayList<>();
    private long nanos = 5_000_000_000L;
    private long order;

    /** A task for later. */
    private record Pending(long atNanos, long order, Runnable task) {}

    @Override
    public synchronized void execute(Runnable task) {
        tasks.addLast(task);
    }

    @Override
    public synchronized Timer after(Duration delay, Runnable task) {
        var pending = new Pending(nanos + delay.toNanos(), order++, task);
        timers.add(pending);
        return () -> timers.remove(pending);
    }

    /** Does all that is to be done now. */
    void run() {
        for (int i = 0; i < MOST_TASKS; i++) {
            Runnable task = tasks.pollFirst();
            if (task == null) {
                return;
            }
            task.run();
        }
        throw new AssertionError("the loop comes to no end");
    }

    /** Lets time pass, and does what comes due in it. */
    void pass(long ms) {
        long end = nanos + Duration.ofMillis(ms).toNanos();
        run();
        for (int i = 0; i < MOST_TASKS; i++) {
            Pending next = timers.stream()
                    .filter(timer -> timer.atNanos <= end)
                    .min(Comparator.comparingLong(Pending::atNanos).thenComparingLong(Pending::order))
                    .orElse(null);
            if (next == null) {
                nanos = end;
                return;
            }
            timers.remove(next);
            nanos = Math.max(nanos, next.atNanos);
            next.task.run();
            run();
        }
        throw new AssertionError("timers come to no end");
    }

    @Override
    public long wallMs() {
        return nanos / 1_000_000;
    }

    @Override
    public long nanos() {
        return nanos;
    }
}
