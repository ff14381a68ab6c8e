package io.milena.record.compression;

import io.milena.record.MalformedRecords;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** A payload, uncompressed piece by piece through a reused buffer or into an array of the caller's. */
public interface ChunkSource {

    /**
     * The next piece, from the position to the limit of a buffer that is valid until the next call; null at the end. A
     * piece may be empty.
     */
    @Nullable
    ByteBuffer next() throws MalformedRecords;

    /**
     * Puts all that is left behind what is in {@code target}, whose memory no {@link WorkAllowance} counts: only
     * consumers read so.
     */
    default void restInto(GrowingArray target) throws MalformedRecords {
        for (ByteBuffer piece = next(); piece != null; piece = next()) {
            target.put(piece);
        }
    }

    /** Whether the piece before is known to be the last one. */
    default boolean isLast() {
        return false;
    }
}
