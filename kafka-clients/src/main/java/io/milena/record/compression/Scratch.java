package io.milena.record.compression;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Direct memory that is used again and again. What grew over {@link #KEEP_BYTES} is counted as memory of the work in
 * hand, and given back after use.
 */
final class Scratch implements AutoCloseable {

    static final int KEEP_BYTES = 1 << 20;
    private static final ByteBuffer EMPTY = ByteBuffer.allocateDirect(0);

    private final ByteBufAllocator allocator;
    private final CountedWork work;
    private ByteBuf memory = Unpooled.EMPTY_BUFFER;
    private ByteBuffer view = EMPTY;
    private int countedBytes;

    Scratch(ByteBufAllocator allocator, CountedWork work) {
        this.allocator = allocator;
        this.work = work;
    }

    /** A buffer of at least {@code bytes}, cleared, with what it held before undefined. */
    ByteBuffer atLeast(int bytes) {
        if (view.capacity() < bytes) {
            close();
            int capacity = Math.max(bytes, Math.min(KEEP_BYTES, Integer.highestOneBit(Math.max(bytes, 1)) << 1));
            int counted = capacity > KEEP_BYTES ? capacity : 0;
            work.take(counted);
            memory = allocator.directBuffer(capacity, capacity);
            view = memory.nioBuffer(0, capacity);
            countedBytes = counted;
        }
        return view.clear();
    }

    /** The bytes as one direct buffer: where they are if they lie so, else copied here. */
    ByteBuffer direct(ByteBuf source, int index, int length) {
        if (source.isDirect()) {
            ByteBuffer[] parts = source.nioBuffers(index, length);
            if (parts.length == 1) {
                return parts[0];
            }
        }
        ByteBuffer copy = atLeast(length).order(ByteOrder.BIG_ENDIAN).limit(length);
        source.getBytes(index, copy);
        return copy.flip();
    }

    void trim() {
        if (view.capacity() > KEEP_BYTES) {
            close();
        }
    }

    @Override
    public void close() {
        memory.release();
        memory = Unpooled.EMPTY_BUFFER;
        view = EMPTY;
        work.giveBack(countedBytes);
        countedBytes = 0;
    }
}
