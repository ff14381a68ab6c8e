package io.milena.record.compression;

import io.netty.buffer.ByteBuf;

/**
 * The allowance under which the parts of one {@link Decompressor} or {@link Compressor} work at the moment. Confined to
 * one thread at a time.
 */
final class CountedWork {

    private WorkAllowance allowance = WorkAllowance.UNBOUNDED;

    void under(WorkAllowance next) {
        allowance = next;
    }

    void take(long bytes) {
        allowance.takeMemory(bytes);
    }

    void giveBack(long bytes) {
        allowance.giveMemoryBack(bytes);
    }

    void uncompressed(long bytes) {
        allowance.uncompressed(bytes);
    }

    /** Makes room for {@code bytes} more, as far as that is allowed. */
    void reserve(ByteBuf buffer, int bytes) {
        if (buffer.writableBytes() >= bytes) {
            return;
        }
        int before = buffer.capacity();
        int wanted = buffer.alloc().calculateNewCapacity(buffer.writerIndex() + bytes, buffer.maxCapacity());
        allowance.takeMemory(wanted);
        buffer.capacity(wanted);
        allowance.giveMemoryBack(before);
    }
}
