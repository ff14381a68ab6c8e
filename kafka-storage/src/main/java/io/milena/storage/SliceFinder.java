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
 */
record SliceFinder(Segment segment, int segmentBytes, long segmentEndOffset) {

    /**
     * The region from the batch that holds {@code offset}, or null if there is none in this segment.
     *
     * @param file of the segment; a slice takes its own reference
     */
    @Nullable
    LogRead find(SharedFile file, long offset, ReadLimits limits) throws IOException {
        Located first = segment.locate(file.file(), offset, segmentBytes);
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
        if (tooSmall && !limits.wholeFirstBatch()) {
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
        Located behind = segment.locate(file.file(), boundOffset, segmentBytes);
        return behind == null ? segmentBytes : behind.position();
    }

    /**
     * How much a read may return.
     *
     * @param maxBytes most bytes
     * @param bound first offset that must not be returned
     * @param wholeFirstBatch whether the first batch is returned whole even if it is larger than {@code maxBytes}
     */
    record ReadLimits(int maxBytes, ReadBound bound, boolean wholeFirstBatch) {}
}
