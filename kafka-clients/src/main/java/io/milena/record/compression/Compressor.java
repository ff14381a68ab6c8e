package io.milena.record.compression;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Compresses payloads, each in one go, with native contexts that it keeps for the next one. Confined to one thread at
 * a time; whoever created it closes it.
 */
public final class Compressor implements AutoCloseable {

    private final Scratch input;
    private @Nullable GzipWriter gzip;
    private @Nullable Lz4Writer lz4;
    private @Nullable ZstdWriter zstd;

    public Compressor(ByteBufAllocator allocator) {
        input = new Scratch(allocator);
    }

    /** Appends the compressed form of {@code source}'s readable bytes, which stay readable, to {@code out}. */
    public void compress(Compression compression, Framing framing, ByteBuf source, ByteBuf out) {
        int index = source.readerIndex();
        int length = source.readableBytes();
        if (compression.codec() == Codec.NONE) {
            out.writeBytes(source, index, length);
            return;
        }
        input.trim();
        ByteBuffer plain = input.direct(source, index, length);
        if (out.isDirect() && out.nioBufferCount() == 1) {
            write(compression, framing, plain, out);
            return;
        }
        ByteBuf direct = out.alloc().directBuffer(length);
        try {
            write(compression, framing, plain, direct);
            out.writeBytes(direct);
        } finally {
            direct.release();
        }
    }

    @Override
    public void close() {
        input.close();
        if (gzip != null) {
            gzip.close();
            gzip = null;
        }
        if (zstd != null) {
            zstd.close();
            zstd = null;
        }
    }

    private void write(Compression compression, Framing framing, ByteBuffer plain, ByteBuf out) {
        switch (compression.codec()) {
            case NONE -> throw new IllegalStateException("nothing to compress");
            case GZIP -> gzip(compression.level()).write(plain, out);
            case SNAPPY -> SnappyWriter.write(plain, out);
            case LZ4 -> lz4(compression.level()).write(plain, framing, out);
            case ZSTD -> zstd().write(plain, compression.level(), out);
        }
    }

    private GzipWriter gzip(int level) {
        GzipWriter writer = gzip;
        if (writer == null || writer.level() != level) {
            if (writer != null) {
                writer.close();
            }
            writer = new GzipWriter(level);
            gzip = writer;
        }
        return writer;
    }

    private Lz4Writer lz4(int level) {
        Lz4Writer writer = lz4;
        if (writer == null || writer.level() != level) {
            writer = new Lz4Writer(level);
            lz4 = writer;
        }
        return writer;
    }

    private ZstdWriter zstd() {
        ZstdWriter writer = zstd;
        if (writer == null) {
            writer = new ZstdWriter();
            zstd = writer;
        }
        return writer;
    }
}
