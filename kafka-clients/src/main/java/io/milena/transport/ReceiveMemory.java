package io.milena.transport;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.UnpooledByteBufAllocator;

/**
 * Memory for answers: direct, which the system fills without a copy, as long as the JVM has used less than half of what
 * it may; from there on memory of the heap. So all clients of a JVM together leave the other half to everything that
 * cannot do without. Stateless.
 */
final class ReceiveMemory {

    /** Of the limit, the part from which on answers go to the heap. */
    private static final int RECEIVING_PART = 2;

    /** The part from which on none is kept. */
    private static final int KEEPING_PART = 4;

    /** Pieces up to here, of which a connection has few, are direct without a question. */
    private static final int SMALL_BYTES = 64 << 10;

    /** Arrays from half a mebibyte on are a burden to collectors with small regions. */
    private static final int MOST_HEAP_BYTES = 256 << 10;

    private final ByteBufAllocator allocator;
    private final DirectMemory direct;

    ReceiveMemory(ByteBufAllocator allocator, DirectMemory direct) {
        this.allocator = allocator;
        this.direct = direct;
    }

    ByteBufAllocator allocator() {
        return allocator;
    }

    /** A buffer of {@code bytes}; fewer may be given where it is not direct. */
    ByteBuf piece(int bytes) {
        if (bytes > SMALL_BYTES && direct.usedBytes() + bytes > direct.limitBytes() / RECEIVING_PART) {
            return ofHeap(bytes);
        }
        try {
            return allocator.directBuffer(bytes, bytes);
        } catch (OutOfMemoryError e) {
            return ofHeap(bytes);
        }
    }

    private static ByteBuf ofHeap(int bytes) {
        int size = Math.min(bytes, MOST_HEAP_BYTES);
        return UnpooledByteBufAllocator.DEFAULT.heapBuffer(size, size);
    }

    /** Whether there is so much that a piece may be kept that nobody uses. */
    boolean isAmple() {
        return direct.usedBytes() <= direct.limitBytes() / KEEPING_PART;
    }
}
