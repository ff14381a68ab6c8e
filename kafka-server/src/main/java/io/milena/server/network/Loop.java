package io.milena.server.network;

import io.milena.common.time.Time;
import io.netty.channel.EventLoop;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * One event loop and what its connections share: answers that arrive from other threads are collected and written in
 * one task, each connection touched is flushed once, and silent connections are found.
 *
 * <p>Confined to the event loop, apart from {@link #post}.
 */
final class Loop {

    /** How often connections are looked at; time limits of connections are kept to about this. */
    private static final long SWEEP_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private final EventLoop eventLoop;
    private final Time time;
    private final LoopScheduler scheduler;
    private final AtomicReference<@Nullable ResponseSlot> answered = new AtomicReference<>();
    private final Set<Connection> connections = new LinkedHashSet<>();
    private final Runnable drain = this::drain;
    private final Runnable resumeTouched = this::resumeTouched;
    private final Runnable sweep = this::sweep;
    private List<Connection> touched = new ArrayList<>();
    private List<Connection> resuming = new ArrayList<>();
    private boolean willResume;
    private boolean sweeping;

    Loop(EventLoop eventLoop, Time time) {
        this.eventLoop = eventLoop;
        this.time = time;
        this.scheduler = new LoopScheduler(eventLoop, time);
    }

    LoopScheduler scheduler() {
        return scheduler;
    }

    Time time() {
        return time;
    }

    boolean runs(EventLoop other) {
        return eventLoop == other;
    }

    boolean isCurrentThread() {
        return eventLoop.inEventLoop();
    }

    /** Runs {@code task} on the loop, or not at all when the loop has ended. From any thread. */
    void tryExecute(Runnable task) {
        scheduler.execute(task);
    }

    /** Hands an outcome to the slot's connection. From any thread; outcomes of one thread arrive in order. */
    void post(ResponseSlot slot) {
        ResponseSlot last;
        do {
            last = answered.get();
            slot.nextAnswered = last;
        } while (!answered.compareAndSet(last, slot));
        if (last != null) {
            return;
        }
        try {
            eventLoop.execute(drain);
        } catch (RejectedExecutionException e) {
            releasePosted();
        }
    }

    private void releasePosted() {
        ResponseSlot slot = answered.getAndSet(null);
        while (slot != null) {
            slot.abandon();
            slot = slot.nextAnswered;
        }
    }

    private void drain() {
        willResume = true;
        ResponseSlot slot = oldestFirst(answered.getAndSet(null));
        while (slot != null) {
            ResponseSlot next = slot.nextAnswered;
            slot.nextAnswered = null;
            slot.connection().answered(slot);
            slot = next;
        }
        resumeTouched();
    }

    private static @Nullable ResponseSlot oldestFirst(@Nullable ResponseSlot newest) {
        ResponseSlot reversed = null;
        ResponseSlot slot = newest;
        while (slot != null) {
            ResponseSlot older = slot.nextAnswered;
            slot.nextAnswered = reversed;
            reversed = slot;
            slot = older;
        }
        return reversed;
    }

    /** Has {@code connection} go on, once, after the work in hand: it has something to flush or to handle. */
    void touch(Connection connection) {
        touched.add(connection);
        if (!willResume) {
            willResume = true;
            eventLoop.execute(resumeTouched);
        }
    }

    private void resumeTouched() {
        willResume = false;
        List<Connection> batch = touched;
        touched = resuming;
        resuming = batch;
        for (int i = 0; i < batch.size(); i++) {
            batch.get(i).resume();
        }
        batch.clear();
    }

    void opened(Connection connection) {
        connections.add(connection);
        if (!sweeping) {
            sweeping = true;
            eventLoop.schedule(sweep, SWEEP_NANOS, TimeUnit.NANOSECONDS);
        }
    }

    void closed(Connection connection) {
        connections.remove(connection);
    }

    private void sweep() {
        long now = time.nanos();
        for (Connection connection : List.copyOf(connections)) {
            connection.lookAt(now);
        }
        sweeping = !connections.isEmpty();
        if (sweeping) {
            eventLoop.schedule(sweep, SWEEP_NANOS, TimeUnit.NANOSECONDS);
        }
    }

    /** How late a time limit of a connection may be noticed. */
    static Duration precision() {
        return Duration.ofNanos(SWEEP_NANOS);
    }
}
