package io.milena.storage;

import io.milena.record.BatchCheck;
import io.milena.record.LegacyMessages;
import io.milena.record.compression.Compressor;
import io.milena.record.compression.Decompressor;
import io.netty.buffer.ByteBufAllocator;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What one thread needs to look into batches: checks, and the native buffers that go with them. Borrowed for one call
 * and given back, so there are as many as calls at a time.
 */
final class BatchTools implements AutoCloseable {

    private final Pool pool;
    private final Decompressor decompressor;
    private final Compressor compressor;
    private final BatchCheck check;
    private final LegacyMessages legacy;

    private BatchTools(Pool pool, ByteBufAllocator allocator) {
        this.pool = pool;
        decompressor = new Decompressor(allocator, Decompressor.DEFAULT_LIMIT_BYTES);
        compressor = new Compressor(allocator);
        check = new BatchCheck(decompressor);
        legacy = new LegacyMessages(allocator, compressor, decompressor);
    }

    BatchCheck check() {
        return check;
    }

    LegacyMessages legacy() {
        return legacy;
    }

    Decompressor decompressor() {
        return decompressor;
    }

    Compressor compressor() {
        return compressor;
    }

    ByteBufAllocator allocator() {
        return pool.allocator;
    }

    /** Gives the tools back. */
    @Override
    public void close() {
        pool.giveBack(this);
    }

    private void destroy() {
        decompressor.close();
        compressor.close();
    }

    /** The tools that are in nobody's hands. Thread-safe. */
    static final class Pool implements AutoCloseable {

        private static final int MOST_IDLE = 64;

        private final ByteBufAllocator allocator;
        private final ConcurrentLinkedDeque<BatchTools> idle = new ConcurrentLinkedDeque<>();
        private final AtomicInteger idleCount = new AtomicInteger();
        private volatile boolean closed;

        Pool(ByteBufAllocator allocator) {
            this.allocator = allocator;
        }

        BatchTools borrow() {
            BatchTools tools = idle.pollFirst();
            if (tools == null) {
                return new BatchTools(this, allocator);
            }
            idleCount.decrementAndGet();
            return tools;
        }

        private void giveBack(BatchTools tools) {
            if (!closed && idleCount.incrementAndGet() <= MOST_IDLE) {
                idle.addFirst(tools);
                return;
            }
            idleCount.decrementAndGet();
            tools.destroy();
        }

        @Override
        public void close() {
            closed = true;
            for (BatchTools tools = idle.pollFirst(); tools != null; tools = idle.pollFirst()) {
                tools.destroy();
            }
        }
    }
}
