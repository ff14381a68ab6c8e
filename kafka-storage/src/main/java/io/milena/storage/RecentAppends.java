package io.milena.storage;

import java.util.Arrays;

/**
 * Which part of one log was appended so lately that it must lie in memory: as the last bytes of its directory, of which
 * the page cache is taken to hold a window.
 *
 * <p>A mark says that everything from an offset on was appended after the directory had taken so many bytes in all. A
 * mark is made once a sixteenth of the window has been appended since the last one, so there are few, and what counts
 * as recent is at most that much less than the window. After a start nothing is recent.
 *
 * <p>Pure and immutable: every change is a new value.
 */
final class RecentAppends {

    /** The log has no marks. */
    static final RecentAppends NONE = new RecentAppends(new long[0], new long[0], new long[0]);

    private static final int MARKS_IN_WINDOW = 16;

    /** Of each mark, oldest first: the first offset appended after it, and where that lies in its segment. */
    private final long[] offsets;

    private final long[] positions;
    /** What the directory had taken by then. */
    private final long[] totals;

    private RecentAppends(long[] offsets, long[] positions, long[] totals) {
        this.offsets = offsets;
        this.positions = positions;
        this.totals = totals;
    }

    /**
     * Batches from {@code offset} on were appended.
     *
     * @param position where they begin in their segment
     * @param totalBefore bytes that the directory had taken before
     * @param windowBytes how many of its last bytes are taken to be in memory
     */
    RecentAppends appended(long offset, long position, long totalBefore, long windowBytes) {
        int count = totals.length;
        if (count > 0 && totalBefore - totals[count - 1] < windowBytes / MARKS_IN_WINDOW) {
            return this;
        }
        int from = 0;
        while (from < count && totalBefore - totals[from] > windowBytes) {
            from++;
        }
        return new RecentAppends(
                with(offsets, from, offset), with(positions, from, position), with(totals, from, totalBefore));
    }

    private static long[] with(long[] values, int from, long last) {
        long[] longer = Arrays.copyOfRange(values, from, values.length + 1);
        longer[longer.length - 1] = last;
        return longer;
    }

    /** The log now ends at {@code endOffset}. */
    RecentAppends truncatedTo(long endOffset) {
        int keep = 0;
        while (keep < offsets.length && offsets[keep] < endOffset) {
            keep++;
        }
        return keep == offsets.length
                ? this
                : new RecentAppends(
                        Arrays.copyOf(offsets, keep), Arrays.copyOf(positions, keep), Arrays.copyOf(totals, keep));
    }

    /** Whether all from {@code offset} on is recent when the directory has taken {@code total} bytes. */
    boolean isRecent(long offset, long total, long windowBytes) {
        for (int i = 0; i < totals.length; i++) {
            if (total - totals[i] <= windowBytes) {
                return offset >= offsets[i];
            }
        }
        return false;
    }

    /**
     * Where the newest mark at or before {@code offset} lies in the active segment, which begins at {@code baseOffset}
     * and holds it; 0 if there is none. Whoever looks for {@code offset} need not look at what lies before.
     */
    long positionBefore(long offset, long baseOffset) {
        for (int i = offsets.length - 1; i >= 0; i--) {
            if (offsets[i] <= offset) {
                return offsets[i] >= baseOffset ? positions[i] : 0;
            }
        }
        return 0;
    }

    int markCount() {
        return offsets.length;
    }
}
