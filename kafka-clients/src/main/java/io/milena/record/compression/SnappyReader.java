package io.milena.record.compression;

import io.milena.record.MalformedRecords;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.xerial.snappy.Snappy;

/** Reads snappy, in the xerial stream format or as one raw block, block by block. */
final class SnappyReader implements ChunkSource {

    private static final ByteBuffer NOTHING = ByteBuffer.allocateDirect(0);

    private final Scratch output;
    private final BoundedOutput bound;
    private ByteBuffer input = NOTHING;
    private boolean framed;

    SnappyReader(Scratch output, BoundedOutput bound) {
        this.output = output;
        this.bound = bound;
    }

    SnappyReader reset(ByteBuffer compressed) throws MalformedRecords {
        input = compressed;
        framed = startsWithHeader();
        if (framed) {
            skipHeader();
        } else if (!input.hasRemaining()) {
            throw MalformedRecords.invalid("snappy: the payload is empty");
        }
        return this;
    }

    @Override
    public @Nullable ByteBuffer next() throws MalformedRecords {
        if (input.remaining() < (framed ? Integer.BYTES : 1)) {
            return null;
        }
        return uncompress(framed ? nextBlockBytes() : input.remaining());
    }

    private boolean startsWithHeader() {
        return input.remaining() >= SnappyFormat.HEADER_BYTES && input.getLong(input.position()) == SnappyFormat.MAGIC;
    }

    private void skipHeader() throws MalformedRecords {
        int oldestReader = input.getInt(input.position() + Long.BYTES + Integer.BYTES);
        if (oldestReader > SnappyFormat.VERSION) {
            throw MalformedRecords.invalid("snappy: version " + oldestReader + " is needed to read the stream");
        }
        input.position(input.position() + SnappyFormat.HEADER_BYTES);
    }

    /** Length of the next block; streams that were joined end to end repeat the header in between. */
    private int nextBlockBytes() throws MalformedRecords {
        if (startsWithHeader()) {
            skipHeader();
        }
        int length = input.remaining() < Integer.BYTES ? -1 : input.getInt();
        if (length < 1 || length > input.remaining()) {
            throw MalformedRecords.invalid(
                    "snappy: block length " + length + " with " + input.remaining() + " bytes left");
        }
        return length;
    }

    private ByteBuffer uncompress(int blockBytes) throws MalformedRecords {
        int end = input.position() + blockBytes;
        int streamEnd = input.limit();
        input.limit(end);
        try {
            int uncompressedBytes = Snappy.uncompressedLength(input);
            if (uncompressedBytes < 0 || uncompressedBytes > (long) blockBytes * SnappyFormat.MAX_RATIO) {
                throw MalformedRecords.invalid(
                        "snappy: a block of " + blockBytes + " bytes claims to hold " + uncompressedBytes);
            }
            bound.claim(uncompressedBytes);
            ByteBuffer block = output.atLeast(Math.max(uncompressedBytes, SnappyFormat.BLOCK_BYTES));
            int written = Snappy.uncompress(input, block);
            return block.position(0).limit(written);
        } catch (IOException e) {
            throw MalformedRecords.invalid("snappy: " + e.getMessage());
        } finally {
            input.limit(streamEnd).position(end);
        }
    }
}
