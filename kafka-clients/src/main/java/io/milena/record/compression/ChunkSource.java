package io.milena.record.compression;

import io.milena.record.MalformedRecords;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** A payload, uncompressed piece by piece through a reused buffer. */
public interface ChunkSource {

    /**
     * The next piece, from the position to the limit of a buffer that is valid until the next call; null at the end. A
     * piece may be empty.
     */
    @Nullable
    ByteBuffer next() throws MalformedRecords;

    /** Puts the next piece behind what is in {@code target}; false at the end. */
    default boolean nextInto(GrowingArray target) throws MalformedRecords {
        ByteBuffer piece = next();
        if (piece == null) {
            return false;
        }
        target.put(piece);
        return true;
    }

    /** Whether the piece before is known to be the last one. */
    default boolean isLast() {
        return false;
    }
}
