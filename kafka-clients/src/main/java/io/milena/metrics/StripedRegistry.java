package io.milena.metrics;

import com.codahale.metrics.Histogram;
import com.codahale.metrics.Meter;
import com.codahale.metrics.Metric;
import com.codahale.metrics.MetricRegistry;
import com.codahale.metrics.Timer;
import io.milena.common.time.Scheduler;
import io.milena.common.time.Time;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A registry whose meters, histograms and timers cost a few nanoseconds to write to, from any number of threads.
 *
 * <p>They are striped, never lock and read no clock when written; in exchange somebody must {@link #tick} them every
 * few seconds. Code that records sees an ordinary {@link MetricRegistry}. Thread-safe.
 */
public final class StripedRegistry extends MetricRegistry {

    private static final Duration TICK = Duration.ofNanos(RateMeter.TICK_NANOS);
    private static final int MAX_STRIPES = 16;

    private final Time time;
    private final int stripes;
    private final List<Runnable> onTick = new CopyOnWriteArrayList<>();
    private volatile boolean closed;

    /** @param threads about how many threads record at the same time, 1 or more */
    public StripedRegistry(Time time, int threads) {
        this.time = time;
        int capped = Math.max(1, Math.min(threads, MAX_STRIPES));
        stripes = capped == 1 ? 1 : Integer.highestOneBit(capped - 1) << 1;
    }

    @Override
    public Meter meter(String name) {
        return meter(name, () -> new RateMeter(time));
    }

    @Override
    public Histogram histogram(String name) {
        return histogram(name, this::newHistogram);
    }

    @Override
    public Timer timer(String name) {
        return timer(name, () -> new RateTimer(time, stripes));
    }

    private Histogram newHistogram() {
        return new ReservoirHistogram(new LogLinearReservoir(time, stripes));
    }

    /** Ticks every five seconds on {@code scheduler} until {@link #close}. */
    public void tickOn(Scheduler scheduler) {
        scheduler.after(TICK, () -> {
            if (!closed) {
                // Asked for first: a tick that throws is not the last one.
                tickOn(scheduler);
                tick();
            }
        });
    }

    /** Has {@code task} run at every tick, before the metrics are brought up to date. */
    public void onTick(Runnable task) {
        onTick.add(task);
    }

    /** Brings moving averages and sliding windows up to date. */
    public void tick() {
        onTick.forEach(Runnable::run);
        for (Metric metric : getMetrics().values()) {
            tick(metric);
        }
    }

    private static void tick(Metric metric) {
        if (metric instanceof RateMeter meter) {
            meter.tick();
        } else if (metric instanceof ReservoirHistogram histogram) {
            histogram.reservoir.tick();
        } else if (metric instanceof RateTimer timer) {
            timer.tick();
        }
    }

    /** Ends the ticking. */
    public void close() {
        closed = true;
    }

    /** A histogram that can be ticked. */
    private static final class ReservoirHistogram extends Histogram {

        private final LogLinearReservoir reservoir;

        ReservoirHistogram(LogLinearReservoir reservoir) {
            super(reservoir);
            this.reservoir = reservoir;
        }
    }

    /** A timer made of a cheap meter and a cheap histogram. */
    private static final class RateTimer extends Timer {

        private final RateMeter meter;
        private final LogLinearReservoir reservoir;

        RateTimer(Time time, int stripes) {
            this(time, new RateMeter(time), new LogLinearReservoir(time, stripes));
        }

        private RateTimer(Time time, RateMeter meter, LogLinearReservoir reservoir) {
            super(meter, new Histogram(reservoir), new RateMeter.TimeClock(time));
            this.meter = meter;
            this.reservoir = reservoir;
        }

        void tick() {
            meter.tick();
            reservoir.tick();
        }
    }
}
