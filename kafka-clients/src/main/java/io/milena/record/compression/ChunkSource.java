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

    /** Whether the piece before is known to be the last one. */
    default boolean isLast() {
        return false;
    }
}
