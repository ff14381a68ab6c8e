package io.milena.storage.segment;

import java.io.IOException;

/**
 * Finds from which offset on a segment may have records of a time: the sparse {@code .timeindex} file ({@link
 * TimeIndexFormat}).
 *
 * <p>Changes are guarded by the log's lock; look-ups are thread-safe.
 */
public final class TimeIndex {

    /** Timestamps rise, and offsets do not fall. */
    static final IndexFile.Shape SHAPE = new IndexFile.Shape(
            TimeIndexFormat.ENTRY_BYTES,
            (block, entry) ->
                    TimeIndexFormat.timestamp(block, entry) != 0 || TimeIndexFormat.relativeOffset(block, entry) > 0,
            (block, entry) -> TimeIndexFormat.timestamp(block, entry) > TimeIndexFormat.timestamp(block, entry - 1)
                    && TimeIndexFormat.relativeOffset(block, entry)
                            >= TimeIndexFormat.relativeOffset(block, entry - 1));

    private final IndexFile file;
    private final long baseOffset;

    TimeIndex(IndexFile file, long baseOffset) {
        this.file = file;
        this.baseOffset = baseOffset;
    }

    IndexFile file() {
        return file;
    }

    public int entries() throws IOException {
        return file.entries();
    }

    void unseal() throws IOException {
        file.unseal();
    }

    /** Adds an entry, unless the last one is as new. */
    void addIfNewer(long timestampMs, long offset) throws IOException {
        if (timestampMs < 0) {
            return;
        }
        Entry last = last();
        if (timestampMs > last.timestampMs() && (entries() == 0 || offset > last.offset())) {
            TimeIndexFormat.write(file.slot(), timestampMs, (int) (offset - baseOffset));
            file.appended();
        }
    }

    /** The last entry; timestamp -1 at the base offset if there is none. */
    public Entry last() throws IOException {
        return entry(entries() - 1, new IndexCursor(file));
    }

    /**
     * The entry with the greatest timestamp below {@code timestampMs}; timestamp -1 at the base offset if there is
     * none.
     */
    public Entry before(long timestampMs) throws IOException {
        var cursor = new IndexCursor(file);
        int low = 0;
        int high = entries() - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            if (entry(middle, cursor).timestampMs() < timestampMs) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return entry(high, cursor);
    }

    private Entry entry(int index, IndexCursor cursor) throws IOException {
        if (index < 0) {
            return new Entry(-1, baseOffset);
        }
        cursor.moveTo(index);
        return new Entry(
                TimeIndexFormat.timestamp(cursor.block(), cursor.slot()),
                baseOffset + TimeIndexFormat.relativeOffset(cursor.block(), cursor.slot()));
    }

    /** Drops the entries for offsets at or after {@code offset}. */
    void truncateTo(long offset) throws IOException {
        var cursor = new IndexCursor(file);
        int keep = entries();
        while (keep > 0 && entry(keep - 1, cursor).offset() >= offset) {
            keep--;
        }
        file.keep(keep);
    }

    /**
     * The newest record up to a place in a segment.
     *
     * @param timestampMs greatest timestamp so far; -1 if there is none
     * @param offset last offset of the batch that has it
     */
    public record Entry(long timestampMs, long offset) {}
}
