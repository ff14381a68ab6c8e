package io.milena.record.compression;

import io.milena.record.MalformedRecords;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import net.jpountz.lz4.LZ4Exception;
import net.jpountz.lz4.LZ4Factory;
import net.jpountz.lz4.LZ4SafeDecompressor;
import org.jspecify.annotations.Nullable;

/** Reads LZ4 frames of every legal kind without a dictionary, block by block. */
final class Lz4Reader implements ChunkSource {

    private static final ByteBuffer NOTHING = ByteBuffer.allocateDirect(0);

    private final LZ4SafeDecompressor blocks = LZ4Factory.fastestInstance().safeDecompressor();
    private final Scratch output;
    private final BoundedOutput bound;
    private final Lz4ContentHash contentHash = new Lz4ContentHash();
    private Framing framing = Framing.STANDARD;
    private ByteBuffer input = NOTHING;
    private boolean insideFrame;
    private int flags;
    private int maxBlockBytes;
    private long contentBytesLeft;
    private int windowEnd;

    /** The block that {@link #toNextBlock} passed over, where it lies in {@link #input}. */
    private int blockAt;

    private int blockBytes;
    private boolean stored;

    Lz4Reader(Scratch output, BoundedOutput bound) {
        this.output = output;
        this.bound = bound;
    }

    Lz4Reader reset(ByteBuffer compressed, Framing newFraming) throws MalformedRecords {
        input = compressed.order(ByteOrder.LITTLE_ENDIAN);
        framing = newFraming;
        beginFrame();
        return this;
    }

    @Override
    public @Nullable ByteBuffer next() throws MalformedRecords {
        return toNextBlock() ? counted(block()) : null;
    }

    /**
     * A block that refers to no other is uncompressed where it is wanted, which spares a copy, if there is room for the
     * largest that the frame allows: how large this one is, the frame does not say.
     */
    @Override
    public void restInto(GrowingArray target) throws MalformedRecords {
        while (toNextBlock()) {
            boolean inPlace = !stored && has(Lz4FrameFormat.INDEPENDENT_BIT) && target.hasRoom(maxBlockBytes);
            if (inPlace) {
                target.filled(counted(uncompressed(target.room())).remaining());
            } else {
                target.put(counted(block()));
            }
        }
    }

    /** Reads the header of the next block, and passes over the block; false at the end of the frame. */
    private boolean toNextBlock() throws MalformedRecords {
        if (!insideFrame) {
            return false;
        }
        need(Integer.BYTES);
        int length = input.getInt();
        if (length == Lz4FrameFormat.END_MARK) {
            endFrame();
            return false;
        }
        stored = (length & Lz4FrameFormat.STORED_BIT) != 0;
        blockBytes = length & ~Lz4FrameFormat.STORED_BIT;
        if (blockBytes > maxBlockBytes) {
            throw MalformedRecords.invalid("lz4: block of " + blockBytes + " bytes, the frame allows " + maxBlockBytes);
        }
        need(blockBytes);
        checkBlock();
        blockAt = input.position();
        input.position(blockAt + blockBytes + (has(Lz4FrameFormat.BLOCK_CHECKSUM_BIT) ? Integer.BYTES : 0));
        return true;
    }

    /** Counts the uncompressed block against the limit and the content's size, and hashes it; the same block. */
    private ByteBuffer counted(ByteBuffer block) throws MalformedRecords {
        bound.claim(block.remaining());
        contentBytesLeft -= block.remaining();
        if (has(Lz4FrameFormat.CONTENT_CHECKSUM_BIT)) {
            contentHash.update(block);
        }
        return block;
    }

    private void beginFrame() throws MalformedRecords {
        int frameAt = input.position();
        need(Integer.BYTES + 3 * Byte.BYTES);
        if (input.getInt() != Lz4FrameFormat.MAGIC) {
            throw MalformedRecords.invalid("lz4: not a frame header");
        }
        flags = input.get();
        maxBlockBytes = Lz4FrameFormat.blockBytes(blockCode(input.get() & 0xff));
        contentBytesLeft = 0;
        if (has(Lz4FrameFormat.CONTENT_SIZE_BIT)) {
            need(Long.BYTES + 1);
            contentBytesLeft = input.getLong();
        }
        checkHeader(frameAt);
        windowEnd = 0;
        contentHash.restart();
        insideFrame = true;
    }

    private int blockCode(int descriptor) throws MalformedRecords {
        int code = descriptor >> Lz4FrameFormat.BLOCK_CODE_SHIFT;
        boolean supported = (flags & Lz4FrameFormat.VERSION_MASK) == Lz4FrameFormat.VERSION
                && !has(Lz4FrameFormat.RESERVED_BIT)
                && !has(Lz4FrameFormat.DICTIONARY_BIT)
                && (has(Lz4FrameFormat.INDEPENDENT_BIT) || framing != Framing.STRICT)
                && descriptor == code << Lz4FrameFormat.BLOCK_CODE_SHIFT
                && code >= Lz4FrameFormat.MIN_BLOCK_CODE
                && code <= Lz4FrameFormat.MAX_BLOCK_CODE;
        if (!supported) {
            throw MalformedRecords.invalid("lz4: frame descriptor " + Integer.toHexString(flags & 0xff) + " "
                    + Integer.toHexString(descriptor) + " is not supported");
        }
        return code;
    }

    private void checkHeader(int frameAt) throws MalformedRecords {
        int descriptorBytes = input.position() - frameAt - Lz4FrameFormat.DESCRIPTOR_AT;
        byte found = input.get();
        boolean right = found == Lz4FrameFormat.headerChecksum(input, frameAt, descriptorBytes, Framing.STANDARD)
                || framing == Framing.MAGIC_0
                        && found == Lz4FrameFormat.headerChecksum(input, frameAt, descriptorBytes, Framing.MAGIC_0);
        if (!right) {
            throw MalformedRecords.invalid("lz4: header checksum " + Integer.toHexString(found & 0xff));
        }
    }

    private void endFrame() throws MalformedRecords {
        insideFrame = false;
        if (has(Lz4FrameFormat.CONTENT_SIZE_BIT) && contentBytesLeft != 0) {
            throw MalformedRecords.invalid("lz4: the content size in the header is off by " + -contentBytesLeft);
        }
        if (has(Lz4FrameFormat.CONTENT_CHECKSUM_BIT)) {
            need(Integer.BYTES);
            if (input.getInt() != contentHash.value()) {
                throw MalformedRecords.invalid("lz4: content checksum");
            }
        }
    }

    /** Checks the block's checksum, if there is one, leaving the position at the block. */
    private void checkBlock() throws MalformedRecords {
        if (!has(Lz4FrameFormat.BLOCK_CHECKSUM_BIT)) {
            return;
        }
        need(blockBytes + Integer.BYTES);
        int found = Lz4FrameFormat.HASH.hash(input, input.position(), blockBytes, 0);
        if (found != input.getInt(input.position() + blockBytes)) {
            throw MalformedRecords.invalid("lz4: block checksum");
        }
    }

    private ByteBuffer block() throws MalformedRecords {
        if (!has(Lz4FrameFormat.INDEPENDENT_BIT)) {
            return linkedBlock();
        }
        return stored ? asItCame() : uncompressed(output.atLeast(maxBlockBytes));
    }

    private ByteBuffer asItCame() {
        return input.duplicate().limit(blockAt + blockBytes).position(blockAt);
    }

    /** Uncompresses to the position of {@code into}; its limit is then the end of the block. */
    private ByteBuffer uncompressed(ByteBuffer into) throws MalformedRecords {
        int at = into.position();
        try {
            return into.limit(at + blocks.decompress(input, blockAt, blockBytes, into, at, maxBlockBytes));
        } catch (LZ4Exception e) {
            throw MalformedRecords.invalid("lz4: damaged block");
        }
    }

    /** Uncompresses behind up to 64 KiB of what came before, which the block may refer to. */
    private ByteBuffer linkedBlock() throws MalformedRecords {
        ByteBuffer window = output.atLeast(Lz4FrameFormat.HISTORY_BYTES + maxBlockBytes);
        int start = Math.min(windowEnd, Lz4FrameFormat.HISTORY_BYTES);
        if (windowEnd > start) {
            window.put(0, window, windowEnd - start, start);
        }
        if (stored) {
            window.put(start, input, blockAt, blockBytes);
            windowEnd = start + blockBytes;
        } else {
            windowEnd = Lz4LinkedBlock.uncompress(asItCame(), window, start, start + maxBlockBytes);
        }
        return window.limit(windowEnd).position(start);
    }

    private boolean has(int bit) {
        return (flags & bit) != 0;
    }

    private void need(int bytes) throws MalformedRecords {
        if (input.remaining() < bytes) {
            throw MalformedRecords.invalid("lz4: the frame is cut short");
        }
    }
}
