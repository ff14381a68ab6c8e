package io.milena.server.network;

import io.milena.common.time.Time;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;

/**
 * Log lines that peers cause, bounded: of each kind a few per period, and the next one after that tells how many were
 * left out. Thread-safe.
 */
final class RateLimitedLog {

    private final Logger log;
    private final Time time;
    private final int linesPerPeriod;
    private final long periodNanos;
    private final Map<String, Window> windows = new ConcurrentHashMap<>();

    RateLimitedLog(Logger log, Time time, int linesPerPeriod, Duration period) {
        this.log = log;
        this.time = time;
        this.linesPerPeriod = linesPerPeriod;
        this.periodNanos = period.toNanos();
    }

    /**
     * Writes a warning unless there were too many.
     *
     * @param kind which lines are alike: one of a small fixed set, never text from a peer
     */
    void warn(String kind, String line) {
        long leftOut = admit(kind);
        if (leftOut == 0) {
            log.warn("{}", line);
        } else if (leftOut > 0) {
            log.warn("{} (and {} more like it)", line, leftOut);
        }
    }

    /** How many lines were left out before this one; negative when this one is left out too. */
    private long admit(String kind) {
        long now = time.nanos();
        Window window = windows.computeIfAbsent(kind, k -> new Window(now));
        synchronized (window) {
            if (now - window.startNanos >= periodNanos) {
                window.startNanos = now;
                window.lines = 0;
            }
            if (window.lines == linesPerPeriod) {
                window.leftOut++;
                return -1;
            }
            window.lines++;
            long leftOut = window.leftOut;
            window.leftOut = 0;
            return leftOut;
        }
    }

    /** What was said of one kind in the running period. Guarded by itself. */
    private static final class Window {
        private long startNanos;
        private int lines;
        private long leftOut;

        Window(long startNanos) {
            this.startNanos = startNanos;
        }
    }
}
