package io.milena.storage;

/**
 * The ends of a log at one moment. All ends are exclusive.
 *
 * @param logStartOffset first offset that may be read
 * @param logEndOffset offset of the next record
 * @param firstUnstableOffset where the oldest open transaction began; {@code logEndOffset} if none is open
 */
public record LogOffsets(long logStartOffset, long logEndOffset, long firstUnstableOffset) {

    /** The last stable offset under this high watermark: read-committed clients read below it. */
    public long lastStableOffset(long highWatermark) {
        return Math.min(highWatermark, firstUnstableOffset);
    }
}
