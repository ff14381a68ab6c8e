package io.milena.clients.producer;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledDirectByteBuf;

/**
 * Memory of a {@link RecordPool}, counted against it until the last reference is given up, by whoever holds it: the
 * producer, which may be done with a batch long before, or a channel that still has it to write.
 *
 * <p>As thread-safe as any buffer: reference counts are, contents are not.
 */
final class RecordBuffer extends UnpooledDirectByteBuf {

    private final RecordPool pool;
    private final ByteBuf memory;
    private final int reservedBytes;

    RecordBuffer(RecordPool pool, ByteBuf memory, int bytes) {
        super(memory.alloc(), memory.nioBuffer(0, bytes), bytes);
        this.pool = pool;
        this.memory = memory;
        reservedBytes = bytes;
    }

    @Override
    protected void deallocate() {
        super.deallocate();
        pool.gaveBack(memory, reservedBytes);
    }
}
