package io.milena.storage.segment;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Stands at one entry of an index, for one look-up, which goes to and fro within a block or two: the file is asked only
 * for another block. Confined to one thread.
 */
final class IndexCursor {

    private static final ByteBuffer NOWHERE = ByteBuffer.allocate(0);

    private final IndexFile file;
    private ByteBuffer block = NOWHERE;
    private int first;
    private int end;
    private int slot;

    IndexCursor(IndexFile file) {
        this.file = file;
    }

    /** Goes to this entry, which the index must have; may read from disk. Returns itself. */
    IndexCursor moveTo(int entry) throws IOException {
        if (entry < first || entry >= end) {
            block = file.block(entry);
            first = entry - file.slotOf(entry);
            end = first + file.entriesPerBlock();
        }
        slot = entry - first;
        return this;
    }

    /** Where the entry is, as the {@link #slot}, to be read by absolute index. */
    ByteBuffer block() {
        return block;
    }

    int slot() {
        return slot;
    }
}
