package io.milena.storage;

import io.milena.storage.segment.Segment;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds the aborted transactions that a reader of committed records has to know. Stateless.
 *
 * <p>They are in the index of the segment in which they ended, which may lie far behind the records that are read.
 */
final class AbortedTransactions {

    private AbortedTransactions() {}

    /** Those with an offset from {@code from} to {@code upTo} (exclusive), in the order of their markers. */
    static List<AbortedTransaction> in(LogView view, long from, long upTo) throws IOException {
        List<AbortedTransaction> found = new ArrayList<>();
        List<Segment> segments = view.segments();
        for (int i = view.indexOf(from); i < segments.size(); i++) {
            if (segments.get(i).transactionIndex().collect(from, upTo, found)) {
                break;
            }
        }
        return found;
    }

    /** Whether those that touch what lies at {@code from} can be found without the disk. */
    static boolean areInMemory(LogView view, long from) {
        List<Segment> segments = view.segments();
        for (int i = view.indexOf(from); i < segments.size(); i++) {
            if (!segments.get(i).transactionIndex().isInMemory()) {
                return false;
            }
        }
        return true;
    }

    /**
     * Tells {@code slice}, which was read from {@code from} on and found at {@code place}, which ones touch it. If that
     * fails, the slice is released.
     */
    static void addTo(LogSlice slice, LogView view, long from, SliceFinder place) throws IOException {
        boolean done = false;
        try {
            slice.aborted(in(view, from, endOf(slice, place)));
            done = true;
        } finally {
            if (!done) {
                slice.release();
            }
        }
    }

    /** An offset at or behind the end of a slice, close to it. */
    private static long endOf(LogSlice slice, SliceFinder place) throws IOException {
        if (slice.endOffset() != LogSlice.NO_OFFSET) {
            return slice.endOffset();
        }
        long behind = place.segment().offsetFrom(slice.position() + slice.sizeBytes());
        return behind < 0 ? place.segmentEndOffset() : behind + 1;
    }
}
