package io.milena.metrics;

import com.codahale.metrics.Clock;
import com.codahale.metrics.Meter;
import com.codahale.metrics.MovingAverages;
import io.milena.common.time.Time;
import java.util.concurrent.TimeUnit;

/**
 * A meter whose {@link #mark} is one striped addition and reads no clock.
 *
 * <p>The moving averages are brought up to date by {@link #tick}, which the registry's owner calls every few seconds,
 * and on reading when that was long ago. The averages decay by the time that really passed, so a late tick smears
 * events over the gap and loses none. Until five seconds have passed the rates are zero. Thread-safe; marking never
 * locks.
 */
final class RateMeter extends Meter {

    static final long TICK_NANOS = TimeUnit.SECONDS.toNanos(5);
    private static final double SECOND_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final double MINUTE_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final Time time;
    private long tickedAtNanos;
    private long countAtTick;
    private boolean primed;
    private double oneMinute;
    private double fiveMinutes;
    private double fifteenMinutes;

    RateMeter(Time time) {
        super(Untimed.INSTANCE, new TimeClock(time));
        this.time = time;
        tickedAtNanos = time.nanos();
    }

    /** Brings the averages up to date if the last time was {@link #TICK_NANOS} ago or more. */
    synchronized void tick() {
        long now = time.nanos();
        long elapsed = now - tickedAtNanos;
        if (elapsed < TICK_NANOS) {
            return;
        }
        long count = getCount();
        double perSecond = (count - countAtTick) / (elapsed / SECOND_NANOS);
        oneMinute = average(oneMinute, perSecond, elapsed / MINUTE_NANOS);
        fiveMinutes = average(fiveMinutes, perSecond, elapsed / (5 * MINUTE_NANOS));
        fifteenMinutes = average(fifteenMinutes, perSecond, elapsed / (15 * MINUTE_NANOS));
        countAtTick = count;
        tickedAtNanos = now;
        primed = true;
    }

    private double average(double old, double perSecond, double lifetimes) {
        return primed ? perSecond + (old - perSecond) * Math.exp(-lifetimes) : perSecond;
    }

    @Override
    public synchronized double getOneMinuteRate() {
        tick();
        return oneMinute;
    }

    @Override
    public synchronized double getFiveMinuteRate() {
        tick();
        return fiveMinutes;
    }

    @Override
    public synchronized double getFifteenMinuteRate() {
        tick();
        return fifteenMinutes;
    }

    /** Takes the place of averages that are updated at every mark: does nothing. */
    private enum Untimed implements MovingAverages {
        INSTANCE;

        @Override
        public void tickIfNecessary() {}

        @Override
        public void update(long events) {}

        @Override
        public double getM1Rate() {
            return 0;
        }

        @Override
        public double getM5Rate() {
            return 0;
        }

        @Override
        public double getM15Rate() {
            return 0;
        }
    }

    /** Our clocks in the shape the metrics library wants. */
    static final class TimeClock extends Clock {

        private final Time time;

        TimeClock(Time time) {
            this.time = time;
        }

        @Override
        public long getTick() {
            return time.nanos();
        }

        @Override
        public long getTime() {
            return time.wallMs();
        }
    }
}
