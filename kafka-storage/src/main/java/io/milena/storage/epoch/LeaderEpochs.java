package io.milena.storage.epoch;

import io.milena.storage.EpochEndOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * Which leader epoch began at which offset of one log.
 *
 * <p>Pure: opens nothing. Guarded by its log's lock. Epochs rise and so do their start offsets; an assignment that
 * contradicts later entries removes them, because the log has been written anew from there (KIP-101).
 */
public final class LeaderEpochs {

    private final NavigableMap<Integer, Long> startOffsets = new TreeMap<>();

    public LeaderEpochs() {}

    public LeaderEpochs(List<EpochEntry> entries) {
        entries.forEach(entry -> began(entry.epoch(), entry.startOffset()));
    }

    /** The same epochs, for readers: it does not change with these. */
    public LeaderEpochs copy() {
        var copy = new LeaderEpochs();
        copy.startOffsets.putAll(startOffsets);
        return copy;
    }

    /** An epoch began at this offset. Returns whether anything changed. */
    public boolean began(int epoch, long startOffset) {
        if (epoch < 0) {
            return false;
        }
        Map.Entry<Integer, Long> last = startOffsets.lastEntry();
        if (last != null && last.getKey() == epoch && startOffset >= last.getValue()) {
            return false;
        }
        startOffsets.tailMap(epoch, true).clear();
        startOffsets.entrySet().removeIf(entry -> entry.getValue() >= startOffset);
        startOffsets.put(epoch, startOffset);
        return true;
    }

    /** The log now ends at {@code endOffset}. Returns whether anything changed. */
    public boolean truncatedTo(long endOffset) {
        return startOffsets.entrySet().removeIf(entry -> entry.getValue() >= endOffset);
    }

    /**
     * The log now begins at {@code startOffset}; the epoch it lies in begins there too. Returns whether anything
     * changed.
     */
    public boolean startedAt(long startOffset) {
        int covering = EpochEndOffset.UNKNOWN_EPOCH;
        for (Map.Entry<Integer, Long> entry : startOffsets.entrySet()) {
            if (entry.getValue() <= startOffset) {
                covering = entry.getKey();
            }
        }
        if (covering == EpochEndOffset.UNKNOWN_EPOCH) {
            return false;
        }
        long before = startOffsets.get(covering);
        int count = startOffsets.size();
        startOffsets.headMap(covering, false).clear();
        startOffsets.put(covering, startOffset);
        return before != startOffset || count != startOffsets.size();
    }

    /** The newest epoch; {@link EpochEndOffset#UNKNOWN_EPOCH} if there is none. */
    public int latest() {
        return startOffsets.isEmpty() ? EpochEndOffset.UNKNOWN_EPOCH : startOffsets.lastKey();
    }

    /**
     * Where the greatest epoch not above {@code epoch} ends (KIP-279): the start of the next one, or the end of the
     * log. Below the first known epoch, that epoch itself with the start of the first.
     */
    public EpochEndOffset endOffsetFor(int epoch, long logEndOffset) {
        if (epoch < 0 || startOffsets.isEmpty() || epoch > startOffsets.lastKey()) {
            return EpochEndOffset.UNKNOWN;
        }
        if (epoch == startOffsets.lastKey()) {
            return new EpochEndOffset(epoch, logEndOffset);
        }
        long end = startOffsets.higherEntry(epoch).getValue();
        Integer floor = startOffsets.floorKey(epoch);
        return new EpochEndOffset(floor == null ? epoch : floor, end);
    }

    /** The epoch in which {@code offset} was written; {@link EpochEndOffset#UNKNOWN_EPOCH} if it lies before all. */
    public int epochAt(long offset) {
        int found = EpochEndOffset.UNKNOWN_EPOCH;
        for (Map.Entry<Integer, Long> entry : startOffsets.entrySet()) {
            if (entry.getValue() <= offset) {
                found = entry.getKey();
            }
        }
        return found;
    }

    /** All epochs, rising. */
    public List<EpochEntry> entries() {
        List<EpochEntry> entries = new ArrayList<>(startOffsets.size());
        startOffsets.forEach((epoch, offset) -> entries.add(new EpochEntry(epoch, offset)));
        return entries;
    }
}
