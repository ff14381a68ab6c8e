package io.milena.storage.cleaner;

import io.milena.storage.CleanerConfig;
import java.util.List;

/**
 * Which part of a log a cleaning may look at, how dirty that is, and whether it is due.
 *
 * <p>Pure. A log has a clean part, which an earlier cleaning saw, and a dirty one behind it, of which only whole sealed
 * segments are cleaned, and only what can no longer be taken back and whose transactions have ended:
 *
 * <pre>
 *   log start        first dirty            end of the plan                             log end
 *   |  clean          |  dirty, to be cleaned |  left alone                                 |
 *   +-----------------+-----------------------+---------------------------------------------+
 *                                               ends at the border of segments before: the active segment,
 *                                               the high watermark, the oldest open transaction,
 *                                               the first segment younger than min.compaction.lag.ms
 * </pre>
 *
 * @param firstDirtyOffset where the dirty part begins
 * @param endOffset first offset that is not cleaned; {@code firstDirtyOffset} or less if nothing can be
 * @param cleanBytes before the dirty part
 * @param dirtyBytes that can be cleaned
 * @param delayMs how long the oldest of it waits beyond {@code max.compaction.lag.ms}; 0 if it does not
 */
record CleaningPlan(long firstDirtyOffset, long endOffset, long cleanBytes, long dirtyBytes, long delayMs) {

    /** Says that no cleaning has seen the log. */
    static final long NEVER_CLEANED = -1;

    /**
     * A sealed segment.
     *
     * @param endOffset first offset after it
     * @param newestMs its greatest timestamp, or when it was last written; looked at only if there is a smallest lag
     * @param oldestMs timestamp of its first batch, -1 if there is none; looked at only if there is a greatest lag
     */
    record Sealed(long endOffset, long sizeBytes, long newestMs, long oldestMs) {}

    /**
     * The offsets that bound a cleaning.
     *
     * @param logStartOffset nothing before it can be read
     * @param stableOffset all transactions before it have ended
     * @param highWatermark everything before it is committed
     * @param cleanedUpTo where the last cleaning ended, or {@link #NEVER_CLEANED}
     */
    record Bounds(long logStartOffset, long stableOffset, long highWatermark, long cleanedUpTo) {}

    /** Decides for all sealed segments of a log, oldest first. */
    static CleaningPlan of(List<Sealed> sealed, Bounds bounds, CleanerConfig config, long nowMs) {
        long firstDirty = Math.max(bounds.logStartOffset(), bounds.cleanedUpTo());
        long settled = Math.min(bounds.stableOffset(), bounds.highWatermark());
        long youngestMs = nowMs - config.lag().minMs();
        boolean lags = config.lag().minMs() > 0;
        long end = firstDirty;
        long clean = 0;
        long dirty = 0;
        long oldestMs = Long.MAX_VALUE;
        for (Sealed segment : sealed) {
            if (segment.endOffset() <= firstDirty) {
                clean += segment.sizeBytes();
                continue;
            }
            if (segment.endOffset() > settled || lags && segment.newestMs() > youngestMs) {
                break;
            }
            dirty += segment.sizeBytes();
            end = segment.endOffset();
            if (segment.oldestMs() >= 0) {
                oldestMs = Math.min(oldestMs, segment.oldestMs());
            }
        }
        long delayMs = oldestMs == Long.MAX_VALUE
                ? 0
                : delayMs(nowMs, oldestMs, config.lag().maxMs());
        return new CleaningPlan(firstDirty, end, clean, dirty, delayMs);
    }

    private static long delayMs(long nowMs, long oldestMs, long maxLagMs) {
        return maxLagMs == Long.MAX_VALUE ? 0 : Math.max(0, nowMs - oldestMs - maxLagMs);
    }

    /** Share of the dirty bytes in those that a cleaning goes through, 0 to 1. */
    double dirtyRatio() {
        long total = cleanBytes + dirtyBytes;
        return total == 0 ? 0 : (double) dirtyBytes / total;
    }

    boolean isDue(CleanerConfig config) {
        return dirtyBytes > 0 && (delayMs > 0 || dirtyRatio() > config.minDirtyRatio());
    }
}
