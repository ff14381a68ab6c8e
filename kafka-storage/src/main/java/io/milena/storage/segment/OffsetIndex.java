package io.milena.storage.segment;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Finds about where in a segment an offset is: the sparse {@code .index} file ({@link OffsetIndexFormat}).
 *
 * <p>Changes are guarded by the log's lock; look-ups are thread-safe.
 */
public final class OffsetIndex {

    /** Offsets and positions rise. */
    static final IndexFile.Shape SHAPE = new IndexFile.Shape(
            OffsetIndexFormat.ENTRY_BYTES,
            (block, entry) ->
                    OffsetIndexFormat.position(block, entry) > 0 || OffsetIndexFormat.relativeOffset(block, entry) > 0,
            (block, entry) -> OffsetIndexFormat.position(block, entry) > OffsetIndexFormat.position(block, entry - 1)
                    && OffsetIndexFormat.relativeOffset(block, entry)
                            > OffsetIndexFormat.relativeOffset(block, entry - 1));

    private final IndexFile file;
    private final long baseOffset;

    OffsetIndex(IndexFile file, long baseOffset) {
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

    /** Last offset of the batch of the last entry; the base offset if there is none. */
    long lastOffset() throws IOException {
        int count = entries();
        return count == 0 ? baseOffset : offsetAt(new IndexCursor(file).moveTo(count - 1));
    }

    /** Adds an entry for the batch that ends at {@code lastOffset} and begins at {@code position}. */
    void add(long lastOffset, int position) throws IOException {
        OffsetIndexFormat.write(file.slot(), (int) (lastOffset - baseOffset), position);
        file.appended();
    }

    /** A position at or before the batch that holds {@code offset}: that of the greatest entry not above it, or 0. */
    public int positionBefore(long offset) throws IOException {
        var cursor = new IndexCursor(file);
        int entry = entryAtOrBelow(offset, cursor);
        return entry < 0 ? 0 : positionAt(cursor.moveTo(entry));
    }

    /** The batch of the greatest entry not above {@code offset}; null if there is none. */
    @Nullable
    IndexPlace before(long offset) throws IOException {
        var cursor = new IndexCursor(file);
        int entry = entryAtOrBelow(offset, cursor);
        if (entry < 0) {
            return null;
        }
        cursor.moveTo(entry);
        return new IndexPlace(positionAt(cursor), offsetAt(cursor), file.notes(entry), cursor.slot());
    }

    /**
     * In growing steps from the end, then between the last two: what was appended lately is found without a look at old
     * blocks, which may not be in memory.
     */
    private int entryAtOrBelow(long offset, IndexCursor cursor) throws IOException {
        int low = entries() - 1;
        int high = low;
        for (int step = 1; low >= 0 && offsetAt(cursor.moveTo(low)) > offset; step *= 2) {
            high = low - 1;
            low -= step;
        }
        low = Math.max(low, 0);
        while (low <= high) {
            int middle = (low + high) >>> 1;
            if (offsetAt(cursor.moveTo(middle)) <= offset) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return high;
    }

    private long offsetAt(IndexCursor cursor) {
        return baseOffset + OffsetIndexFormat.relativeOffset(cursor.block(), cursor.slot());
    }

    private static int positionAt(IndexCursor cursor) {
        return OffsetIndexFormat.position(cursor.block(), cursor.slot());
    }

    /** The last offset of the first batch in the index that begins at or after {@code position}; -1 if none does. */
    public long offsetFrom(long position) throws IOException {
        var cursor = new IndexCursor(file);
        int count = entries();
        int low = 0;
        int high = count;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (positionAt(cursor.moveTo(middle)) < position) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low == count ? -1 : offsetAt(cursor.moveTo(low));
    }

    /** Drops the entries of batches that end at or after {@code offset}. */
    void truncateTo(long offset) throws IOException {
        file.keep(entryAtOrBelow(offset - 1, new IndexCursor(file)) + 1);
    }
}
