package io.milena.record;

import io.milena.record.compression.ChunkSource;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.nio.ByteBuffer;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * Those records of a payload that stay, as a payload that comes piece by piece through one buffer. Confined to one
 * thread; whoever made it closes it.
 */
final class KeptPayload implements ChunkSource, AutoCloseable {

    private static final int BLOCK_BYTES = 64 << 10;

    /** Of a record: its length, its attributes and its timestamp. */
    private static final int MOST_BEGINNING_BYTES = Varints.MAX_INT_BYTES + 1 + Varints.MAX_LONG_BYTES;

    private final PayloadCursor cursor;
    private final BitSet kept;
    private final int count;
    private final long shiftMs;
    private final ByteBuf block;
    private int next;
    /** Of the record in hand. */
    private int restBytes;

    /**
     * @param kept which of them stay, counted from 0
     * @param count how many there are
     * @param shiftMs added to the timestamp deltas
     */
    KeptPayload(ChunkSource payload, BitSet kept, int count, long shiftMs, ByteBufAllocator allocator) {
        cursor = new PayloadCursor(payload);
        this.kept = kept;
        this.count = count;
        this.shiftMs = shiftMs;
        block = allocator.directBuffer(BLOCK_BYTES, BLOCK_BYTES);
    }

    @Override
    public @Nullable ByteBuffer next() throws MalformedRecords {
        block.clear();
        while (block.writableBytes() >= MOST_BEGINNING_BYTES && (restBytes > 0 || next < count)) {
            if (restBytes == 0) {
                begin();
            }
            int bytes = Math.min(restBytes, block.writableBytes());
            cursor.copy(bytes, block);
            restBytes -= bytes;
        }
        return block.isReadable() ? block.nioBuffer() : null;
    }

    private void begin() throws MalformedRecords {
        int length = cursor.readInt();
        if (!kept.get(next++)) {
            cursor.skip(length);
            return;
        }
        if (shiftMs == 0) {
            Varints.writeInt(block, length);
            restBytes = length;
            return;
        }
        long end = cursor.passedBytes() + length;
        int attributes = cursor.readByte();
        long delta = cursor.readLong() + shiftMs;
        restBytes = (int) (end - cursor.passedBytes());
        Varints.writeInt(block, 1 + Varints.sizeOfLong(delta) + restBytes);
        block.writeByte(attributes);
        Varints.writeLong(block, delta);
    }

    @Override
    public void close() {
        block.release();
    }
}
