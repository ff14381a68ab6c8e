package io.milena.storage.cleaner;

import java.util.ArrayList;
import java.util.List;

/** Which neighbouring segments become one. Pure. */
final class SegmentGroups {

    /**
     * A segment that a cleaning rewrites.
     *
     * @param baseOffset its first offset
     * @param endOffset first offset after it
     * @param sizeBytes of its log file
     * @param indexBytes of its larger index file
     */
    record Source(long baseOffset, long endOffset, long sizeBytes, long indexBytes) {}

    private SegmentGroups() {}

    /**
     * Puts segments, oldest first, into groups that stay within the limits of one segment even if nothing is removed:
     * its bytes, its index's bytes, and offsets of 32 bits.
     *
     * @return how many neighbours each group has, oldest first
     */
    static List<Integer> sizes(List<Source> sources, long maxBytes, long maxIndexBytes) {
        List<Integer> sizes = new ArrayList<>();
        int count = 0;
        long base = 0;
        long bytes = 0;
        long indexBytes = 0;
        for (Source source : sources) {
            boolean fits = bytes + source.sizeBytes() <= maxBytes
                    && indexBytes + source.indexBytes() <= maxIndexBytes
                    && source.endOffset() - 1 - base <= Integer.MAX_VALUE;
            if (count > 0 && !fits) {
                sizes.add(count);
                count = 0;
            }
            if (count == 0) {
                base = source.baseOffset();
                bytes = 0;
                indexBytes = 0;
            }
            count++;
            bytes += source.sizeBytes();
            indexBytes += source.indexBytes();
        }
        if (count > 0) {
            sizes.add(count);
        }
        return sizes;
    }
}
