package io.milena.metrics;

import com.codahale.metrics.Meter;
import io.milena.common.time.Time;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;

/**
 * The lanes of one kind, all event loops or all workers, and what they are like on average.
 *
 * <p>A lane joins when it is first watched. Averages are over {@code size} lanes: one that never worked counts as idle.
 * Thread-safe.
 */
public final class LaneGroup {

    private final Time time;
    private final int size;
    private final long slowNanos;
    private final List<LaneWatch> lanes = new CopyOnWriteArrayList<>();
    private final ThreadLocal<LaneWatch> ofThisThread = ThreadLocal.withInitial(this::newLane);
    private long markedAtNanos;
    private long busyWhenMarked;

    /**
     * @param size how many lanes there are when all have joined, 1 or more
     * @param slowNanos cycles longer than this are counted as slow
     */
    public LaneGroup(Time time, int size, long slowNanos) {
        this.time = time;
        this.size = size;
        this.slowNanos = slowNanos;
        markedAtNanos = time.nanos();
    }

    /** A watch for one more lane. */
    public LaneWatch newLane() {
        var lane = new LaneWatch(time, slowNanos);
        lanes.add(lane);
        return lane;
    }

    /** An executor like {@code workers} whose threads are the lanes of this group, each task being a cycle. */
    public Executor watching(Executor workers) {
        return task -> workers.execute(() -> runWatched(task));
    }

    private void runWatched(Runnable task) {
        LaneWatch lane = ofThisThread.get();
        lane.cycleStarted();
        try {
            task.run();
        } finally {
            lane.cycleEnded();
        }
    }

    /** Mean idle share of all lanes, from 0 to 1. */
    public double idleShare() {
        double busy = 0;
        for (LaneWatch lane : lanes) {
            busy += 1 - lane.idleShare();
        }
        return Math.max(0, 1 - busy / size);
    }

    /** The longest cycle of any lane in the last 15 to 30 seconds. */
    public long longestCycleNanos() {
        return lanes.stream().mapToLong(LaneWatch::longestCycleNanos).max().orElse(0);
    }

    /** All cycles of all lanes so far that took longer than the threshold. */
    public long slowCycles() {
        return lanes.stream().mapToLong(LaneWatch::slowCycles).sum();
    }

    /** Moves every lane's window on. */
    public void tick() {
        lanes.forEach(LaneWatch::tick);
    }

    /**
     * Marks the mean idle nanoseconds since the last call on {@code meter}, whose rate per nanosecond is then the idle
     * share: the form of {@code RequestHandlerAvgIdlePercent}.
     */
    public synchronized void markIdleOn(Meter meter) {
        long now = time.nanos();
        long busy = lanes.stream().mapToLong(LaneWatch::busyNanos).sum();
        long idle = (now - markedAtNanos) - (busy - busyWhenMarked) / size;
        markedAtNanos = now;
        busyWhenMarked = busy;
        meter.mark(Math.max(0, idle));
    }
}
