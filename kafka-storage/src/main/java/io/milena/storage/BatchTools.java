package io.milena.storage;

import io.milena.record.BatchCheck;
import io.milena.record.LegacyMessages;
import io.milena.record.Recompression;
import io.milena.record.TimestampSearch;
import io.milena.record.compression.Compressor;
import io.milena.record.compression.Decompressor;
import io.milena.record.compression.WorkAllowance;
import io.netty.buffer.ByteBufAllocator;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What one thread needs to look into batches: checks, and the native buffers that go with them. Borrowed for one call
 * and given back, so there are as many as calls at a time. What they take may be bounded for the time of the call.
 */
final class BatchTools implements AutoCloseable {

    private final Pool pool;
    private final Decompressor decompressor;
    private final Compressor compressor;
    private final BatchCheck check;
    private final Decompressor wholeSets;
    private final LegacyMessages legacy;
    private final Recompression recompression;
    private final TimestampSearch timestamps;
    private final BriefWork brief = new BriefWork();

    private BatchTools(Pool pool, ByteBufAllocator allocator) {
        this.pool = pool;
        decompressor = new Decompressor(allocator, Decompressor.DEFAULT_LIMIT_BYTES);
        compressor = new Compressor(allocator);
        check = new BatchCheck(decompressor);
        wholeSets = new Decompressor(allocator, pool.mostWholeBytes);
        legacy = new LegacyMessages(allocator, compressor, wholeSets);
        recompression = new Recompression(allocator, compressor, decompressor);
        timestamps = new TimestampSearch(decompressor);
    }

    /** From now on the work is done under this allowance, until the tools are given back. */
    BatchTools under(WorkAllowance allowance) {
        decompressor.under(allowance);
        wholeSets.under(allowance);
        compressor.under(allowance);
        return this;
    }

    /** From now on only a little may be taken, until the tools are given back. */
    BatchTools briefly() {
        return under(brief.restarted());
    }

    BatchCheck check() {
        return check;
    }

    LegacyMessages legacy() {
        return legacy;
    }

    /** For message sets of old formats, which are uncompressed whole. */
    Decompressor wholeSets() {
        return wholeSets;
    }

    TimestampSearch timestamps() {
        return timestamps;
    }

    Recompression recompression() {
        return recompression;
    }

    ByteBufAllocator allocator() {
        return pool.allocator;
    }

    /** Gives the tools back. */
    @Override
    public void close() {
        under(WorkAllowance.UNBOUNDED);
        pool.giveBack(this);
    }

    private void destroy() {
        decompressor.close();
        wholeSets.close();
        compressor.close();
    }

    /** The tools that are in nobody's hands. Thread-safe. */
    static final class Pool implements AutoCloseable {

        /** As many as threads that look into batches at one time, in the ordinary course. */
        private static final int MOST_IDLE = 16;

        private final ByteBufAllocator allocator;
        private final int mostWholeBytes;
        private final ConcurrentLinkedDeque<BatchTools> idle = new ConcurrentLinkedDeque<>();
        private final AtomicInteger idleCount = new AtomicInteger();
        private volatile boolean closed;

        /** @param mostWholeBytes what a message set of an old format, which is uncompressed whole, may hold */
        Pool(ByteBufAllocator allocator, int mostWholeBytes) {
            this.allocator = allocator;
            this.mostWholeBytes = mostWholeBytes;
        }

        /** What a message set of an old format, which is uncompressed whole, may hold. */
        int mostWholeBytes() {
            return mostWholeBytes;
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
