package io.milena.storage;

import io.milena.storage.files.OpenDirectory;
import io.milena.storage.retention.RetentionPlan;
import io.milena.storage.segment.Segment;
import java.io.IOException;
import java.util.List;

/**
 * Deletes the segments of one log that it need not keep. Thread-safe; one run at a time.
 *
 * <p>What takes long is done without the log's lock, or under it in portions, so that no append waits for the look at a
 * hundred thousand segments, nor for their deletion.
 *
 * <p>On disk first comes what stays: the names of later segments, and where several go, the start of the log, so that a
 * crash that takes some of them leaves no gap to be read. Without room for that they go one after the other.
 */
final class LogRetention {

    /** Segments that are deleted under one hold of the lock. */
    private static final int MOST_AT_ONCE = 100;

    private final LogGuard guard;
    private final LogDir dir;
    private final LogFiles files;

    LogRetention(LogGuard guard, LogDir dir) {
        this.guard = guard;
        this.dir = dir;
        this.files = guard.files();
    }

    /** Returns whether anything was deleted. The caller excludes all else that takes segments out of the log. */
    boolean run(LogConfig config, long highWatermark, long nowMs) {
        guard.lookUnlocked("retention", () -> confirmAges(guard.view(), config, highWatermark, nowMs));
        boolean isAnyOutdated = guard.io("retention", () -> files.outdate(config, highWatermark, nowMs));
        if (isAnyOutdated) {
            remove(config.retention().fileDeleteDelayMs());
        }
        return isAnyOutdated;
    }

    private void remove(long delayMs) {
        int count = guard.locked(files::outdatedCount);
        boolean isStartWritten = count < 2 || dir.writeLogStarts();
        int atOnce = isStartWritten ? MOST_AT_ONCE : 1;
        for (int removed = 0; removed < count; removed += atOnce) {
            guard.checkUsable();
            guard.letOthersFirst();
            if (removed == 0 || !isStartWritten) {
                forceNames();
            }
            // Not those that the start has passed since: of that the disk knows nothing.
            int portion = Math.min(atOnce, count - removed);
            guard.ioAction("retention", () -> files.removeOutdated(portion, delayMs));
        }
        long first = guard.view().segments().get(0).baseOffset();
        unlocked(() -> files.dropSnapshotsBefore(first));
    }

    /** Where the directory cannot be opened nothing has changed, and retention comes again. */
    private void forceNames() {
        OpenDirectory names = guard.lookUnlocked("retention", () -> dir.store().openDirectory(files.path()));
        unlocked(() -> {
            try (names) {
                names.force();
            }
        });
    }

    private void unlocked(LogGuard.IoAction action) {
        try {
            action.run();
        } catch (IOException e) {
            throw dir.fail("retention of " + files.partition(), e);
        }
    }

    /** Nothing goes because of a time index that has lost its end. The active segment knows its age itself. */
    private static int confirmAges(LogView view, LogConfig config, long highWatermark, long nowMs) throws IOException {
        List<Segment> all = view.segments();
        RetentionPlan plan = RetentionFacts.plan(view, config, highWatermark, nowMs);
        int sealed = Math.min(plan.deleteCount(), all.size() - 1);
        for (Segment segment : all.subList(0, sealed)) {
            segment.confirmNewest();
        }
        return sealed;
    }
}
