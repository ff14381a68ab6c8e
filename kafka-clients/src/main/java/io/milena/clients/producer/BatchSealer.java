package io.milena.clients.producer;

import io.milena.record.RecordBatchFormat;
import io.milena.record.compression.Codec;
import io.milena.record.compression.Compression;
import io.milena.record.compression.Compressor;
import io.milena.record.compression.Framing;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Compresses batches, once each, on the thread that closed them and under no lock. A batch that does not become smaller
 * is sent as it is, and so is one that there is no memory to compress.
 *
 * <p>Thread-safe: each thread works at a desk of its own, which is kept for the next. What lies on a desk is not
 * counted against {@code buffer.memory}: there are as many as threads that ever compressed at the same time.
 */
final class BatchSealer implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(BatchSealer.class);

    private final Compression compression;
    private final ByteBufAllocator allocator;
    private final RecordPool pool;
    private final ArrayDeque<Desk> desks = new ArrayDeque<>();
    private boolean closed;

    BatchSealer(Compression compression, ByteBufAllocator allocator, RecordPool pool) {
        this.compression = compression;
        this.allocator = allocator;
        this.pool = pool;
    }

    /** Seals a closed batch, whatever happens. */
    void seal(ProducerBatch batch, CompressionRatio ratio) {
        ByteBuf plain = batch.plain();
        Desk desk = takeDesk();
        ByteBuf compressed = null;
        try {
            compressed = desk.compress(compression, plain);
            ratio.observed(records(plain), records(compressed));
        } catch (OutOfMemoryError e) {
            log.debug("no memory to compress a batch of {} bytes", plain.readableBytes(), e);
        } finally {
            boolean smaller = compressed != null && compressed.readableBytes() < plain.readableBytes();
            if (smaller) {
                batch.sealed(inPlaceOf(plain, compressed), compression.codec());
            } else {
                batch.sealed(plain, Codec.NONE);
            }
            putBack(desk, compressed != null);
        }
    }

    private static int records(ByteBuf batch) {
        return batch.readableBytes() - RecordBatchFormat.HEADER_BYTES;
    }

    /** The compressed bytes in memory of the pool. */
    private ByteBuf inPlaceOf(ByteBuf plain, ByteBuf compressed) {
        int bytes = compressed.readableBytes();
        boolean worthAnother = bytes <= plain.capacity() / 4 * 3;
        ByteBuf sealed = worthAnother ? exchanged(plain, bytes) : plain;
        return sealed.clear().writeBytes(compressed);
    }

    /** A smaller buffer, or {@code plain} itself where there is no memory for another. */
    private ByteBuf exchanged(ByteBuf plain, int bytes) {
        try {
            return pool.exchange(plain, bytes);
        } catch (OutOfMemoryError e) {
            log.debug("no memory to move a batch to that is {} bytes when compressed", bytes, e);
            return plain;
        }
    }

    private synchronized Desk takeDesk() {
        Desk kept = desks.pollFirst();
        return kept != null ? kept : new Desk(allocator);
    }

    /** One where work was left halfway is not used again. */
    private synchronized void putBack(Desk desk, boolean isClear) {
        if (isClear && !closed) {
            desks.addFirst(desk);
        } else {
            desk.close();
        }
    }

    @Override
    public synchronized void close() {
        closed = true;
        desks.forEach(Desk::close);
        desks.clear();
    }

    /** A compressor and where its work lies. Of one thread at a time. */
    private static final class Desk implements AutoCloseable {

        private static final int KEPT_BYTES = 1 << 20;

        private final ByteBufAllocator allocator;
        private final Compressor compressor;
        private @Nullable ByteBuf output;

        Desk(ByteBufAllocator allocator) {
            this.allocator = allocator;
            compressor = new Compressor(allocator);
        }

        /** Room for a header, and the records of {@code plain} compressed; valid until the next. */
        ByteBuf compress(Compression compression, ByteBuf plain) {
            ByteBuf out = clean(plain.readableBytes());
            out.writeZero(RecordBatchFormat.HEADER_BYTES);
            ByteBuf records =
                    plain.slice(RecordBatchFormat.HEADER_BYTES, plain.readableBytes() - RecordBatchFormat.HEADER_BYTES);
            compressor.compress(compression, Framing.STANDARD, records, out);
            return out;
        }

        private ByteBuf clean(int bytes) {
            ByteBuf kept = output;
            if (kept == null || kept.capacity() > KEPT_BYTES) {
                close(kept);
                output = null;
                kept = allocator.directBuffer(bytes);
                output = kept;
            }
            return kept.clear();
        }

        private static void close(@Nullable ByteBuf buffer) {
            if (buffer != null) {
                buffer.release();
            }
        }

        @Override
        public void close() {
            close(output);
            output = null;
            compressor.close();
        }
    }
}
