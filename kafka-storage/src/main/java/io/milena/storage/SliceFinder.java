package io.milena.storage;

import io.milena.storage.segment.Located;
import io.milena.storage.segment.Segment;
import io.milena.storage.segment.SharedFile;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Finds the region of one segment that answers a read.
 *
 * @param segment where the offset should be
 * @param segmentBytes how much of the segment's file may be looked at
 * @param segmentEndOffset first offset after those bytes
 * @param notBefore position of a batch at or before the one looked for: what lies before need not be looked at
 */
record SliceFinder(Segment segment, long segmentBytes, long segmentEndOffset, long notBefore) {

    /**
     * The region from the batch that holds {@code offset}, or null if there is none in this segment.
     *
     * @param file of the segment; a slice takes its own reference
     */
    @Nullable
    LogRead find(SharedFile file, long offset, ReadLimits limits) throws IOException {
        Located first = segment.locate(file.file(), offset, notBefore, segmentBytes);
        if (first == null) {
            return null;
        }
        boolean toSegmentEnd = limits.bound().endOffset() >= segmentEndOffset;
        long end =
                toSegmentEnd ? segmentBytes : endPosition(file, limits.bound().endOffset());
        long available = end - first.position();
        if (available < first.sizeBytes()) {
            return LogRead.Nothing.HERE;
        }
        boolean tooSmall = limits.maxBytes() < first.sizeBytes();
        if (tooSmall && limits.firstBatch() == FirstBatch.WITHIN_LIMIT) {
            return LogRead.Nothing.HERE;
        }
        int sizeBytes = (int) Math.min(available, Math.max(limits.maxBytes(), first.sizeBytes()));
        long endOffset = sizeBytes < available
                ? LogSlice.NO_OFFSET
                : Math.min(segmentEndOffset, limits.bound().endOffset());
        return new LogSlice(file.retain(), first, sizeBytes, endOffset);
    }

    /** Where the first batch begins that holds the bound or lies behind it. */
    private long endPosition(SharedFile file, long boundOffset) throws IOException {
        Located behind = segment.locate(file.file(), boundOffset, notBefore, segmentBytes);
        return behind == null ? segmentBytes : behind.position();
    }
}
