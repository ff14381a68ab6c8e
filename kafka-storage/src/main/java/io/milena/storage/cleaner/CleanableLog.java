package io.milena.storage.cleaner;

import io.milena.common.TopicPartition;
import io.milena.storage.LogConfig;
import io.milena.storage.LogOffsets;
import io.milena.storage.producer.ProducerSnapshotFormat;
import io.milena.storage.segment.Segment;
import io.milena.storage.segment.SharedFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the cleaner sees of a log and may do to it. Thread-safe; appends, truncations, retention and deletion go on
 * while a cleaning reads and writes beside the log, and decide in the end whether its result is still wanted.
 */
public interface CleanableLog {

    TopicPartition partition();

    /** The log directory, not the partition's. */
    Path directory();

    /** Where its segments are. */
    Path segmentDirectory();

    LogConfig config();

    /** Whether the log is open and its directory online. */
    boolean isUsable();

    /** The log at this moment. */
    Snapshot look();

    /** The age of a sealed segment. */
    Ages ages(Segment segment);

    /**
     * The producers that the log remembers: each as its last batch tells it, or where that is not committed and could
     * be cut off again, as it was at {@code offset}, a place in a sealed segment or at the end of one.
     */
    List<ProducerSnapshotFormat.Row> producersToKeep(long offset, Snapshot seen) throws IOException;

    /** Opens the segment's file, with a reference that the caller releases; null if it no longer belongs to the log. */
    @Nullable
    SharedFile open(Segment segment);

    /**
     * Has everything forced that a cleaning looked at, also the markers behind the part that it cleans: a crash must
     * not take what hides other records. And has the recovery point on disk say so: recovery takes a gap between
     * segments for one that compaction left only if it lies before that point. And has the producers at {@code
     * cleanedTo} on disk, and none of before, for these do not go with the batches that compaction leaves. False if
     * there is no room for that, or if the log was truncated since {@code seen}.
     *
     * @param cleanedTo the end of the part that is cleaned, and of a segment
     * @param seen the log as the cleaning saw it
     */
    boolean settle(long cleanedTo, Snapshot seen) throws IOException;

    /**
     * Puts a segment that compaction wrote and forced in the place of those that it was made of. False if one of these
     * no longer belongs to the log; then nothing was changed, and its files are the caller's to remove.
     */
    boolean replace(List<Segment> originals, Segment cleaned) throws IOException;

    /** Whether the log can be used and all these segments belong to it, as far as it knows under its lock. */
    boolean holds(List<Segment> segments);

    /** Everything before {@code offset} is clean, unless the log was truncated since {@code seen}. */
    void cleanedTo(long offset, Snapshot seen);

    /** An I/O error takes the directory offline. */
    void fail(IOException cause);

    /**
     * The age of a segment.
     *
     * @param newestMs its greatest timestamp, or when it was last written if no record has one
     * @param oldestMs timestamp of its first batch, -1 if there is none
     */
    record Ages(long newestMs, long oldestMs) {

        /** Of a segment whose age does not matter. */
        static final Ages NO_MATTER = new Ages(-1, -1);
    }

    /**
     * A log at one moment.
     *
     * @param sealed all segments but the active one, oldest first
     * @param active the active segment
     * @param offsets its ends
     * @param highWatermark everything before it is committed
     * @param cleanedUpTo where the last cleaning ended; -1 if there was none
     * @param truncations how often it was truncated
     */
    record Snapshot(
            List<Segment> sealed,
            Segment active,
            LogOffsets offsets,
            long highWatermark,
            long cleanedUpTo,
            long truncations) {

        /** Segments and the first offset after each. */
        long endOffset(int index) {
            return index + 1 < sealed.size() ? sealed.get(index + 1).baseOffset() : active.baseOffset();
        }
    }
}
