package io.milena.server.network;

import io.milena.common.time.Scheduler;
import io.milena.common.time.Time;
import io.milena.common.time.TimerWheel;
import io.netty.channel.EventLoop;
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

/**
 * An event loop as a scheduler. Timers lie in a wheel, because nearly all of them are cancelled; the wheel turns only
 * while something is in it. Thread-safe; the wheel is confined to the loop.
 */
final class LoopScheduler implements Scheduler {

    /** How late a timer may run. */
    static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private static final int SLOTS = 4096;

    private final EventLoop eventLoop;
    private final Time time;
    private final TimerWheel wheel;
    private final Runnable tick = this::tick;
    private boolean ticking;

    LoopScheduler(EventLoop eventLoop, Time time) {
        this.eventLoop = eventLoop;
        this.time = time;
        this.wheel = new TimerWheel(TICK_NANOS, SLOTS, time.nanos());
    }

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
        long deadlineNanos = time.nanos() + Math.max(0, delay.toNanos());
        if (eventLoop.inEventLoop()) {
            return schedule(deadlineNanos, task);
        }
        var handedOver = new HandedOver(deadlineNanos, task);
        execute(handedOver);
        return handedOver;
    }

    private Timer schedule(long deadlineNanos, Runnable task) {
        Timer timer = wheel.schedule(deadlineNanos, task);
        if (!ticking) {
            ticking = true;
            scheduleTick();
        }
        return new LoopTimer(timer);
    }

    private void scheduleTick() {
        eventLoop.schedule(tick, TICK_NANOS, TimeUnit.NANOSECONDS);
    }

    private void tick() {
        try {
            wheel.advance(time.nanos());
        } finally {
            ticking = wheel.pending() > 0;
            if (ticking) {
                scheduleTick();
            }
        }
    }

    /** A timer of the wheel that any thread may cancel. */
    private final class LoopTimer implements Timer {

        private final Timer timer;

        LoopTimer(Timer timer) {
            this.timer = timer;
        }

        @Override
        public void cancel() {
            if (eventLoop.inEventLoop()) {
                timer.cancel();
            } else {
                execute(timer::cancel);
            }
        }
    }

    /** A timer that another thread asked for, on its way to the loop. Confined to the loop, apart from its making. */
    private final class HandedOver implements Timer, Runnable {

        private final long deadlineNanos;
        private final Runnable task;
        private Timer timer = () -> {};

        HandedOver(long deadlineNanos, Runnable task) {
            this.deadlineNanos = deadlineNanos;
            this.task = task;
        }

        @Override
        public void run() {
            timer = schedule(deadlineNanos, task);
        }

        @Override
        public void cancel() {
            LoopScheduler.this.execute(() -> timer.cancel());
        }
    }
}
