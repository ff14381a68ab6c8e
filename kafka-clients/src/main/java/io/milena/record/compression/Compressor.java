package io.milena.record.compression;

import io.milena.record.MalformedRecords;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Compresses payloads piece by piece, with buffers and native contexts that it keeps for the next one. Confined to one
 * thread at a time; whoever created it closes it.
 */
public final class Compressor implements AutoCloseable {

    private final CountedWork work = new CountedWork();
    private final PlainReader plain = new PlainReader();
    private final Scratch staging;
    private @Nullable GzipWriter gzip;
    private @Nullable Lz4Writer lz4;
    private @Nullable ZstdWriter zstd;

    public Compressor(ByteBufAllocator allocator) {
        staging = new Scratch(allocator, work);
    }

    /** From now on payloads are compressed under this allowance. */
    public void under(WorkAllowance allowance) {
        work.under(allowance);
    }

    /** Appends the compressed form of {@code source}'s readable bytes, which stay readable, to {@code out}. */
    public void compress(Compression compression, Framing framing, ByteBuf source, ByteBuf out) {
        try {
            ChunkSource pieces = plain.reset(source, source.readerIndex(), source.readableBytes());
            compress(compression, framing, pieces, out, Integer.MAX_VALUE);
        } catch (MalformedRecords e) {
            throw new IllegalStateException("bytes that are not compressed are never malformed", e);
        }
    }

    /**
     * Appends the compressed form of what {@code source} gives to {@code out}.
     *
     * @param mostBytes most that {@code out} may hold then
     * @throws MalformedRecords if it is more, or if the source says so
     */
    public void compress(Compression compression, Framing framing, ChunkSource source, ByteBuf out, int mostBytes)
            throws MalformedRecords {
        if (out.isDirect() && out.nioBufferCount() == 1) {
            write(compression, framing, source, new Output(out, mostBytes, work));
            return;
        }
        ByteBuf direct = out.alloc().directBuffer();
        try {
            write(compression, framing, source, new Output(direct, mostBytes - out.readableBytes(), work));
            out.writeBytes(direct);
        } finally {
            direct.release();
        }
    }

    @Override
    public void close() {
        staging.close();
        if (gzip != null) {
            gzip.close();
            gzip = null;
        }
        if (zstd != null) {
            zstd.close();
            zstd = null;
        }
    }

    private void write(Compression compression, Framing framing, ChunkSource source, Output out)
            throws MalformedRecords {
        switch (compression.codec()) {
            case NONE -> copy(source, out);
            case GZIP -> gzip(compression.level()).write(source, out);
            case SNAPPY -> SnappyWriter.write(new Blocks(source, staging, SnappyFormat.BLOCK_BYTES), out);
            case LZ4 ->
                lz4(compression.level())
                        .write(new Blocks(source, staging, Lz4FrameFormat.WRITTEN_BLOCK_BYTES), framing, out);
            case ZSTD ->
                zstd().write(new Blocks(source, staging, ZstdFrameFormat.MAX_BLOCK_BYTES), compression.level(), out);
        }
        out.checkSize();
    }

    private static void copy(ChunkSource source, Output out) throws MalformedRecords {
        for (ByteBuffer piece = source.next(); piece != null; piece = source.next()) {
            out.reserve(piece.remaining()).writeBytes(piece);
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
