package io.milena.storage.cleaner;

import io.milena.record.RecordBatch;
import io.milena.record.compression.Compressor;
import io.milena.record.compression.Decompressor;
import io.milena.record.compression.WorkAllowance;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;

/**
 * Native memory of one cleaning: contexts of codecs and a buffer for what is written. Confined to one thread; given
 * back when the cleaning ends.
 */
final class CleanerTools implements AutoCloseable {

    /** Where it was, where it goes, and what it has more than it needs. */
    private static final int PLACES_OF_GROWING_BUFFER = 3;

    private final ByteBufAllocator allocator;
    private final Compressor compressor;
    private final Decompressor decompressor;
    private final WholeMessages wholeMessages;
    private final ByteBuf output;

    /** @param mostWholeBytes what a message of an old format, which is uncompressed whole, may hold */
    CleanerTools(ByteBufAllocator allocator, int bufferBytes, int mostWholeBytes) {
        wholeMessages = new WholeMessages((long) mostWholeBytes * PLACES_OF_GROWING_BUFFER);
        this.allocator = allocator;
        compressor = new Compressor(allocator);
        decompressor = new Decompressor(allocator, Decompressor.DEFAULT_LIMIT_BYTES);
        output = allocator.directBuffer(bufferBytes * 2);
    }

    ByteBufAllocator allocator() {
        return allocator;
    }

    Compressor compressor() {
        return compressor;
    }

    Decompressor decompressor() {
        return decompressor;
    }

    /** The decompressor is for this batch from now on. */
    void decompresses(RecordBatch batch) {
        decompressor.under(batch.isLegacy() ? wholeMessages.restarted() : WorkAllowance.UNBOUNDED);
    }

    ByteBuf output() {
        return output;
    }

    @Override
    public void close() {
        output.release();
        compressor.close();
        decompressor.close();
    }
}
