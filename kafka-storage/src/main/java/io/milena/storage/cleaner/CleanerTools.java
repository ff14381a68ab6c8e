package io.milena.storage.cleaner;

import io.milena.record.compression.Compressor;
import io.milena.record.compression.Decompressor;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;

/**
 * Native memory of one cleaning: contexts of codecs and a buffer for what is written. Confined to one thread; given
 * back when the cleaning ends.
 */
final class CleanerTools implements AutoCloseable {

    private final ByteBufAllocator allocator;
    private final Compressor compressor;
    private final Decompressor decompressor;
    private final ByteBuf output;

    CleanerTools(ByteBufAllocator allocator, int bufferBytes) {
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
