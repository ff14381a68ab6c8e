package io.milena.record.compression;

import io.milena.record.MalformedRecords;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Cuts a payload that comes in pieces of any size into direct blocks of one size, of which the last may be smaller.
 * What lies so already is not copied. Confined to one thread.
 */
final class Blocks implements ChunkSource {

    private static final ByteBuffer NOTHING = ByteBuffer.allocateDirect(0);

    private final ChunkSource source;
    private final Scratch staging;
    private final int blockBytes;
    private @Nullable ByteBuffer piece = NOTHING;

    Blocks(ChunkSource source, Scratch staging, int blockBytes) {
        this.source = source;
        this.staging = staging;
        this.blockBytes = blockBytes;
    }

    @Override
    public @Nullable ByteBuffer next() throws MalformedRecords {
        ByteBuffer current = current();
        if (current == null) {
            return null;
        }
        if (current.isDirect() && (current.remaining() >= blockBytes || source.isLast())) {
            int at = current.position();
            int end = at + Math.min(current.remaining(), blockBytes);
            current.position(end);
            return current.duplicate().position(at).limit(end);
        }
        return gathered();
    }

    /** What is left of the piece in hand, or the next one that holds something; null at the end. */
    private @Nullable ByteBuffer current() throws MalformedRecords {
        while (piece != null && !piece.hasRemaining()) {
            piece = source.next();
        }
        return piece;
    }

    private ByteBuffer gathered() throws MalformedRecords {
        ByteBuffer block = staging.atLeast(blockBytes).limit(blockBytes);
        ByteBuffer current = current();
        while (current != null && block.hasRemaining()) {
            int bytes = Math.min(block.remaining(), current.remaining());
            block.put(current.duplicate().limit(current.position() + bytes));
            current.position(current.position() + bytes);
            current = current();
        }
        return block.flip();
    }
}
