package io.milena.storage;

import io.milena.storage.epoch.LeaderEpochs;
import io.milena.storage.segment.Segment;
import java.util.List;

/**
 * What readers see of a log at one moment, without its lock: one value that is swapped whole after every change.
 *
 * <p>What it tells stays true while the log grows. Files may be renamed and removed under a reader, which then finds
 * them missing. When files are cut and written anew, what a reader has found counts only if that did not happen
 * meanwhile, see {@link #rewrites}.
 *
 * @param offsets the ends of the log
 * @param segments oldest first; not changed by anyone
 * @param activeBytes how much of the last segment belongs to the log
 * @param epochs leader epochs; not changed by anyone
 * @param recent what of the log lies in memory
 * @param producerCount producers whose last batches are remembered
 * @param rewrites how often files were rewritten; the log's own count runs ahead while it is done
 */
record LogView(
        LogOffsets offsets,
        List<Segment> segments,
        long activeBytes,
        LeaderEpochs epochs,
        RecentAppends recent,
        int producerCount,
        int rewrites) {

    /** The segment that holds {@code offset}, which lies in the log. */
    SliceFinder finderAt(long offset) {
        int at = indexOf(offset);
        Segment segment = segments.get(at);
        boolean isActive = at == segments.size() - 1;
        long bytes = isActive ? activeBytes : segment.sizeBytes();
        long end = isActive ? offsets.logEndOffset() : segments.get(at + 1).baseOffset();
        long notBefore = isActive ? recent.positionBefore(offset, segment.baseOffset()) : 0;
        return new SliceFinder(segment, bytes, end, notBefore);
    }

    /** The last one that begins at or before {@code offset}; most reads want the last of all. */
    int indexOf(long offset) {
        int low = 0;
        int high = segments.size() - 1;
        if (segments.get(high).baseOffset() <= offset) {
            return high;
        }
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            if (segments.get(middle).baseOffset() <= offset) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low;
    }

    long sizeBytes() {
        long total = activeBytes;
        for (int i = 0; i < segments.size() - 1; i++) {
            total += segments.get(i).sizeBytes();
        }
        return total;
    }
}
