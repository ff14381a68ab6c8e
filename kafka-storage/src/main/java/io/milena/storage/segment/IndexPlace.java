package io.milena.storage.segment;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A batch that an offset index names, where a look-up begins. How long it is, which the index does not tell, is noted
 * beside the entry by the first look-up that reads it: the next ones go on behind it without a read.
 *
 * @param position where the batch begins
 * @param lastOffset up to which offset that entry goes
 * @param notes of the entries of its block; null where none are kept
 * @param slot of the entry in its block
 */
record IndexPlace(int position, long lastOffset, @Nullable ByteBuffer notes, int slot) {

    /** Bytes of the batch; 0 if nobody has read it. */
    int batchBytes() {
        return notes == null ? 0 : notes.getInt(slot * IndexFile.NOTE_BYTES);
    }

    /** Somebody has read it: there is a batch, it has so many bytes, and does not go beyond {@link #lastOffset}. */
    void noteBatch(int sizeBytes) {
        if (notes != null) {
            notes.putInt(slot * IndexFile.NOTE_BYTES, sizeBytes);
        }
    }
}
