package io.milena.storage.segment;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SortedSet;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The segments of one log, by base offset; the last one is active. Guarded by the log's lock. */
public final class Segments {

    private final NavigableMap<Long, Segment> byBaseOffset = new TreeMap<>();
    private @Nullable List<Segment> snapshot;

    public void add(Segment segment) {
        byBaseOffset.put(segment.baseOffset(), segment);
        snapshot = null;
    }

    public void remove(Segment segment) {
        byBaseOffset.remove(segment.baseOffset(), segment);
        snapshot = null;
    }

    public boolean contains(Segment segment) {
        return byBaseOffset.get(segment.baseOffset()) == segment;
    }

    public boolean isEmpty() {
        return byBaseOffset.isEmpty();
    }

    public int count() {
        return byBaseOffset.size();
    }

    public Segment active() {
        return byBaseOffset.lastEntry().getValue();
    }

    public Segment first() {
        return byBaseOffset.firstEntry().getValue();
    }

    /** The segment that {@code offset} belongs to; null if it lies before the first. */
    public @Nullable Segment at(long offset) {
        Map.Entry<Long, Segment> entry = byBaseOffset.floorEntry(offset);
        return entry == null ? null : entry.getValue();
    }

    /** The segment after {@code segment}; null if that is the active one. */
    public @Nullable Segment after(Segment segment) {
        Map.Entry<Long, Segment> entry = byBaseOffset.higherEntry(segment.baseOffset());
        return entry == null ? null : entry.getValue();
    }

    /** The segments that begin at or after {@code offset}, oldest first. */
    public List<Segment> from(long offset) {
        return new ArrayList<>(byBaseOffset.tailMap(offset, true).values());
    }

    /** Where they begin, rising; a view. */
    public SortedSet<Long> baseOffsets() {
        return byBaseOffset.navigableKeySet();
    }

    /** All, oldest first; a view. */
    public Collection<Segment> all() {
        return byBaseOffset.values();
    }

    /** All, oldest first, as they are now: a list that never changes. */
    public List<Segment> snapshot() {
        List<Segment> known = snapshot;
        if (known == null) {
            known = List.copyOf(byBaseOffset.values());
            snapshot = known;
        }
        return known;
    }
}
