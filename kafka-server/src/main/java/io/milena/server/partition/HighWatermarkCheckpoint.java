package io.milena.server.partition;

import io.milena.common.time.Scheduler;
import io.milena.storage.LogManager;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Writes the high watermarks of all partitions to their log directories from time to time, and once more at the end.
 *
 * <p>Thread-safe: written on its lane, which may block on disks, and for the last time by whoever stops it. The fields
 * are guarded by this object.
 */
public final class HighWatermarkCheckpoint {

    private final Partitions partitions;
    private final LogManager logs;
    private final Scheduler lane;
    private final Duration interval;
    private Scheduler.@Nullable Timer next;
    private boolean stopped;

    /**
     * @param partitions whose high watermarks
     * @param logs who writes them
     * @param lane where this is done
     * @param interval {@code replica.high.watermark.checkpoint.interval.ms}
     */
    public HighWatermarkCheckpoint(Partitions partitions, LogManager logs, Scheduler lane, Duration interval) {
        this.partitions = partitions;
        this.logs = logs;
        this.lane = lane;
        this.interval = interval;
    }

    /** From now on, once per interval. */
    public synchronized void start() {
        if (!stopped) {
            next = lane.after(interval, this::writeAndGoOn);
        }
    }

    /** A turn that fails is not the last one. */
    private void writeAndGoOn() {
        try {
            write();
        } finally {
            start();
        }
    }

    private void write() {
        logs.checkpointHighWatermarks(partitions.highWatermarks());
    }

    /** Writes them for the last time. To be called when nothing is appended any more, before the logs are closed. */
    public void stop() {
        cancel();
        write();
    }

    private synchronized void cancel() {
        stopped = true;
        if (next != null) {
            next.cancel();
        }
    }
}
