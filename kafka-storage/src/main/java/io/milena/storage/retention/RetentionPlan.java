package io.milena.storage.retention;

import io.milena.storage.CleanerConfig;
import io.milena.storage.RetentionConfig;
import java.util.List;

/**
 * How many of a log's oldest segments go away.
 *
 * <p>Pure. A segment goes only if everything before it goes, and only below the high watermark, so that no replica
 * loses what others have. The newest segment may be among them: the log then begins a new one first. A timestamp in
 * the future keeps its segment, and all after it, until that time has passed.
 *
 * @param deleteCount how many segments go, oldest first
 * @param heldByFuture whether the first one that stays is kept by a timestamp that lies in the future
 */
public record RetentionPlan(int deleteCount, boolean heldByFuture) {

    /**
     * The ends of the log that matter.
     *
     * @param logStartOffset segments wholly before it hold nothing that can be read
     * @param highWatermark segments that reach past it stay
     */
    public record Bounds(long logStartOffset, long highWatermark) {}

    /** Decides for segments from oldest to newest. */
    public static RetentionPlan of(
            List<SegmentFacts> segments, Bounds bounds, RetentionConfig retention, CleanerConfig cleaner, long nowMs) {
        long excessBytes = excessBytes(segments, retention);
        int count = 0;
        for (SegmentFacts segment : segments) {
            boolean isLast = count == segments.size() - 1;
            boolean committed = segment.endOffset() <= bounds.highWatermark();
            boolean empty = segment.sizeBytes() == 0 && isLast;
            if (!committed || empty) {
                break;
            }
            boolean unreadable = segment.endOffset() <= bounds.logStartOffset() && !isLast;
            boolean tooOld = cleaner.isDeleted() && isTooOld(segment, retention, nowMs);
            boolean tooMuch = cleaner.isDeleted() && excessBytes >= segment.sizeBytes();
            if (!unreadable && !tooOld && !tooMuch) {
                break;
            }
            excessBytes -= segment.sizeBytes();
            count++;
        }
        boolean limited = cleaner.isDeleted() && retention.maxAgeMs() >= 0;
        boolean held = limited
                && count < segments.size()
                && segments.get(count).sizeBytes() > 0
                && segments.get(count).newestMs() > nowMs;
        return new RetentionPlan(count, held);
    }

    private static boolean isTooOld(SegmentFacts segment, RetentionConfig retention, long nowMs) {
        return retention.maxAgeMs() >= 0 && nowMs - segment.newestMs() > retention.maxAgeMs();
    }

    private static long excessBytes(List<SegmentFacts> segments, RetentionConfig retention) {
        if (retention.maxBytes() < 0) {
            return -1;
        }
        long total = segments.stream().mapToLong(SegmentFacts::sizeBytes).sum();
        return total - retention.maxBytes();
    }
}
