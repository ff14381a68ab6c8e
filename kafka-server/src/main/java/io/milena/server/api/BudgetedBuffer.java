package io.milena.server.api;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.CompositeByteBuf;

/**
 * A buffer that counts against the {@link ConversionBudget} until its last reference is released, be that by the socket
 * that has sent it or by a connection that closes before.
 *
 * <p>A composite of one component is what Netty offers for adding something to the end of a buffer's life: the
 * transport sees through it and copies nothing.
 */
final class BudgetedBuffer extends CompositeByteBuf {

    private final ConversionBudget budget;
    private final long bytes;

    private BudgetedBuffer(ByteBufAllocator allocator, ByteBuf content, ConversionBudget budget) {
        super(allocator, content.isDirect(), 1, content);
        this.budget = budget;
        this.bytes = content.capacity();
        budget.add(bytes);
    }

    /** Counts what {@code content} takes in memory, not only what of it is written. Takes over the reference. */
    static ByteBuf of(ByteBufAllocator allocator, ByteBuf content, ConversionBudget budget) {
        return new BudgetedBuffer(allocator, content, budget);
    }

    @Override
    protected void deallocate() {
        super.deallocate();
        budget.giveBack(bytes);
    }
}
