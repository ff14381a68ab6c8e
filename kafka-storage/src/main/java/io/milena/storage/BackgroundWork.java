package io.milena.storage;

import io.milena.common.time.Scheduler;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is done to all logs from time to time: retention, checkpoints, flushes.
 *
 * <p>One timer for all directories, but each does its part on its own threads, one task at a time: a directory that
 * stalls keeps no other from its turn, and misses the turns that come while its last one is not done.
 */
final class BackgroundWork {

    private static final Logger logger = LoggerFactory.getLogger(BackgroundWork.class);

    private static final long IDLE_FILES_MS = 60_000;

    private final LogManager manager;
    private final LogManagerConfig.Intervals intervals;
    private final int producerCheckMs;
    private final LogShared shared;
    private final Scheduler lane;
    private volatile int producerExpirationMs;
    private volatile boolean stopped;

    BackgroundWork(LogManager manager, LogManagerConfig config, LogShared shared) {
        this.manager = manager;
        this.intervals = config.intervals();
        producerCheckMs = config.producers().checkIntervalMs();
        producerExpirationMs = config.producers().expirationMs();
        this.shared = shared;
        this.lane = shared.services().background();
    }

    void start() {
        every(intervals.retentionMs(), forEachLog(log -> log.retain(shared.nowMs())));
        every(intervals.recoveryPointMs(), manager::checkpointRecoveryPoints);
        every(intervals.logStartMs(), manager::checkpointLogStarts);
        every(intervals.flushMs(), forEachLog(log -> log.flushIfDueByAge(shared.nowMs())));
        every(producerCheckMs, forEachLog(log -> log.expireProducers(shared.nowMs(), producerExpirationMs)));
        every(IDLE_FILES_MS, forEachLog(Log::closeIdleFiles));
        every(IDLE_FILES_MS, forEachLog(Log::repairIndexes));
    }

    /** From now on producers that send nothing for {@code expirationMs} are forgotten. */
    void producerExpiration(int expirationMs) {
        producerExpirationMs = expirationMs;
    }

    void stop() {
        stopped = true;
    }

    boolean isStopped() {
        return stopped;
    }

    /** One log that fails does not keep the others from their turn. */
    private Consumer<LogDir> forEachLog(Consumer<Log> action) {
        return dir -> {
            for (Log log : manager.logsIn(dir)) {
                try {
                    action.accept(log);
                } catch (StorageFailedException e) {
                    logger.debug("{}: {}", log.topicPartition(), e.getMessage());
                }
            }
        };
    }

    private void every(long intervalMs, Consumer<LogDir> task) {
        if (intervalMs < Long.MAX_VALUE) {
            lane.after(Duration.ofMillis(intervals.initialDelayMs()), new Turn(Math.max(intervalMs, 1), task));
        }
    }

    /** One kind of work, which comes again and again. */
    private final class Turn implements Runnable {

        private final long intervalMs;
        private final Consumer<LogDir> task;
        private final Set<LogDir> atWork = ConcurrentHashMap.newKeySet();

        Turn(long intervalMs, Consumer<LogDir> task) {
            this.intervalMs = intervalMs;
            this.task = task;
        }

        @Override
        public void run() {
            if (stopped) {
                return;
            }
            // Asked for first: a turn that throws is not the last one.
            lane.after(Duration.ofMillis(intervalMs), this);
            for (LogDir dir : manager.online()) {
                if (atWork.add(dir)) {
                    dir.background().execute(() -> runIn(dir));
                }
            }
        }

        private void runIn(LogDir dir) {
            try {
                if (!stopped) {
                    task.accept(dir);
                }
            } finally {
                atWork.remove(dir);
            }
        }
    }
}
