package io.milena.storage;

import io.milena.storage.retention.RetentionPlan;
import io.milena.storage.segment.Segment;
import java.io.IOException;
import java.util.List;

/**
 * Deletes the segments of one log that it need not keep. Thread-safe; one run at a time.
 *
 * <p>What takes long is done without the log's lock, or under it in portions, so that no append waits for the look at a
 * hundred thousand segments, nor for their deletion.
 */
final class LogRetention {

    /** Segments that are deleted under one hold of the lock. */
    private static final int MOST_AT_ONCE = 100;

    private final LogGuard guard;
    private final LogFiles files;

    LogRetention(LogGuard guard) {
        this.guard = guard;
        this.files = guard.files();
    }

    /** Returns whether anything was deleted. The caller excludes all else that takes segments out of the log. */
    boolean run(LogConfig config, long highWatermark, long nowMs) {
        guard.lookUnlocked("retention", () -> confirmAges(guard.view(), config, highWatermark, nowMs));
        boolean deleted = false;
        int count;
        do {
            count = guard.io("retention", () -> files.retain(config, highWatermark, nowMs, MOST_AT_ONCE));
            deleted |= count > 0;
        } while (count == MOST_AT_ONCE);
        return deleted;
    }

    /** Nothing goes because of a time index that has lost its end. The active segment knows its age itself. */
    private static int confirmAges(LogView view, LogConfig config, long highWatermark, long nowMs) throws IOException {
        List<Segment> all = view.segments();
        LogOffsets ends = view.offsets();
        RetentionPlan plan = RetentionPlan.of(
                RetentionFacts.of(all, ends.logEndOffset()),
                new RetentionPlan.Bounds(ends.logStartOffset(), highWatermark),
                config.retention(),
                config.cleaner(),
                nowMs);
        int sealed = Math.min(plan.deleteCount(), all.size() - 1);
        for (Segment segment : all.subList(0, sealed)) {
            segment.confirmNewest();
        }
        return sealed;
    }
}
