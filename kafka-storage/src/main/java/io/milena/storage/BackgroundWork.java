package io.milena.storage;

import io.milena.common.time.Scheduler;
import java.time.Duration;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What is done to all logs from time to time, on the background lane: retention, checkpoints, flushes. */
final class BackgroundWork {

    private static final Logger logger = LoggerFactory.getLogger(BackgroundWork.class);

    private static final long IDLE_FILES_MS = 60_000;

    private final LogManager manager;
    private final LogManagerConfig.Intervals intervals;
    private final LogShared shared;
    private final Scheduler lane;
    private volatile boolean stopped;

    BackgroundWork(LogManager manager, LogManagerConfig.Intervals intervals, LogShared shared) {
        this.manager = manager;
        this.intervals = intervals;
        this.shared = shared;
        this.lane = shared.services().background();
    }

    void start() {
        every(intervals.retentionMs(), () -> forEach(log -> log.retain(shared.nowMs())));
        every(intervals.recoveryPointMs(), manager::checkpointRecoveryPoints);
        every(intervals.logStartMs(), manager::checkpointLogStarts);
        every(intervals.flushMs(), () -> forEach(log -> log.flushIfDueByAge(shared.nowMs())));
        every(IDLE_FILES_MS, () -> forEach(Log::closeIdleFiles));
    }

    void stop() {
        stopped = true;
    }

    private void every(long intervalMs, Runnable task) {
        if (intervalMs == Long.MAX_VALUE) {
            return;
        }
        lane.after(Duration.ofMillis(intervals.initialDelayMs()), () -> runAndRepeat(intervalMs, task));
    }

    private void runAndRepeat(long intervalMs, Runnable task) {
        if (stopped) {
            return;
        }
        task.run();
        lane.after(Duration.ofMillis(Math.max(intervalMs, 1)), () -> runAndRepeat(intervalMs, task));
    }

    /** One log that fails does not keep the others from their turn. */
    private void forEach(Consumer<Log> action) {
        for (Log log : manager.logs()) {
            try {
                action.accept(log);
            } catch (StorageFailedException e) {
                logger.debug("{}: {}", log.topicPartition(), e.getMessage());
            }
        }
    }
}
