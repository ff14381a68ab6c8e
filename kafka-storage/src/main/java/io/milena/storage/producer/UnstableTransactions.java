package io.milena.storage.producer;

import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The transactions of one log that readers of committed records must not see: those that are open, and those that have
 * ended with a marker that is not below the high watermark, and so could yet be cut off.
 *
 * <p>Pure. Guarded by its log's lock but for {@link #oldestMarker}.
 */
final class UnstableTransactions {

    /** Stands for "no transaction has ended with a marker that is not committed". */
    static final long NO_MARKER = Long.MAX_VALUE;

    /** First offsets of open transactions. */
    private final NavigableSet<Long> open = new TreeSet<>();
    /** First offsets of those that have ended, by the offset of their marker. */
    private final NavigableMap<Long, Long> endedByMarker = new TreeMap<>();

    private final NavigableSet<Long> ended = new TreeSet<>();
    private volatile long oldestMarker = NO_MARKER;

    void clear() {
        open.clear();
        endedByMarker.clear();
        ended.clear();
        oldestMarker = NO_MARKER;
    }

    void began(long firstOffset) {
        open.add(firstOffset);
    }

    /**
     * A marker has ended the transaction that began at {@code firstOffset}. Returns how far the log would be stable if
     * all markers were committed.
     */
    long ended(long firstOffset, long markerOffset) {
        open.remove(firstOffset);
        endedByMarker.put(markerOffset, firstOffset);
        ended.add(firstOffset);
        oldestMarker = endedByMarker.firstKey();
        return open.isEmpty() ? markerOffset + 1 : open.first();
    }

    /** Everything below {@code highWatermark} is committed. */
    void committedUpTo(long highWatermark) {
        Map.Entry<Long, Long> oldest = endedByMarker.firstEntry();
        while (oldest != null && oldest.getKey() < highWatermark) {
            endedByMarker.remove(oldest.getKey());
            ended.remove(oldest.getValue());
            oldest = endedByMarker.firstEntry();
        }
        oldestMarker = oldest == null ? NO_MARKER : oldest.getKey();
    }

    /** Offset of the oldest marker that is not known to be committed; {@link #NO_MARKER} if there is none. */
    long oldestMarker() {
        return oldestMarker;
    }

    /** Where the oldest of all began; {@code otherwise} if there is none. */
    long firstOffset(long otherwise) {
        long oldestOpen = open.isEmpty() ? Long.MAX_VALUE : open.first();
        long oldestEnded = ended.isEmpty() ? Long.MAX_VALUE : ended.first();
        long oldest = Math.min(oldestOpen, oldestEnded);
        return oldest == Long.MAX_VALUE ? otherwise : oldest;
    }
}
