package io.milena.testing;

import io.netty.buffer.AbstractByteBufAllocator;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledDirectByteBuf;
import io.netty.buffer.UnpooledHeapByteBuf;
import java.util.ArrayList;
import java.util.List;

/** Gives so many direct buffers, and then there is no memory. Knows which are still in someone's hands. */
public final class ScarceAllocator extends AbstractByteBufAllocator {

    private final List<ByteBuf> given = new ArrayList<>();
    private int left;

    /** @param buffers how many there are */
    public ScarceAllocator(int buffers) {
        super(true);
        left = buffers;
    }

    @Override
    protected ByteBuf newHeapBuffer(int initialCapacity, int maxCapacity) {
        return new UnpooledHeapByteBuf(this, initialCapacity, maxCapacity);
    }

    @Override
    protected ByteBuf newDirectBuffer(int initialCapacity, int maxCapacity) {
        if (left == 0) {
            throw new OutOfMemoryError("told to fail: no direct memory");
        }
        left--;
        var buffer = new UnpooledDirectByteBuf(this, initialCapacity, maxCapacity);
        given.add(buffer);
        return buffer;
    }

    @Override
    public boolean isDirectBufferPooled() {
        return false;
    }

    /** Buffers that nobody has released. */
    public long lost() {
        return given.stream().filter(buffer -> buffer.refCnt() > 0).count();
    }
}
