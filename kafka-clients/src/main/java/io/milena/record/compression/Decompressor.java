package io.milena.record.compression;

import io.milena.record.MalformedRecords;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Uncompresses payloads with buffers and native contexts that it keeps for the next one.
 *
 * <p>One payload is open at a time: opening another ends the one before. Heap, direct, sliced, read-only and composite
 * buffers are read; from a direct one nothing is copied. What is kept between allowances is bounded: two buffers of at
 * most 1 MiB, and the contexts. Confined to one thread at a time; whoever created it closes it.
 */
public final class Decompressor implements AutoCloseable {

    /** The limit that brokers and consumers use: far above any batch that is worth having. */
    public static final int DEFAULT_LIMIT_BYTES = 512 << 20;

    private final ByteBufAllocator allocator;
    private final CountedWork work = new CountedWork();
    private final Scratch input;
    private final Scratch output;
    private final BoundedOutput bound;
    private final PlainReader plain = new PlainReader();
    private final SnappyReader snappy;
    private final Lz4Reader lz4;
    private @Nullable GzipReader gzip;
    private @Nullable ZstdReader zstd;

    /**
     * @param limitBytes what one payload may uncompress to; more is an error
     */
    public Decompressor(ByteBufAllocator allocator, int limitBytes) {
        this.allocator = allocator;
        input = new Scratch(allocator, work);
        output = new Scratch(allocator, work);
        bound = new BoundedOutput(limitBytes, work);
        snappy = new SnappyReader(output, bound);
        lz4 = new Lz4Reader(output, bound);
    }

    /** From now on payloads are uncompressed under this allowance. What is left of earlier ones is given up first. */
    public void under(WorkAllowance allowance) {
        rest();
        work.under(allowance);
    }

    /** What the work in hand is to take beside what is taken here. */
    public void takeMemory(long bytes) {
        work.take(bytes);
    }

    /**
     * Opens {@code length} bytes from absolute {@code index}; they must stay as they are until the last piece was
     * read.
     */
    public ChunkSource open(Codec codec, Framing framing, ByteBuf source, int index, int length)
            throws MalformedRecords {
        if (codec == Codec.NONE) {
            return plain.reset(source, index, length);
        }
        rest();
        bound.restart();
        ByteBuffer compressed = input.direct(source, index, length);
        return switch (codec) {
            case NONE -> throw new IllegalStateException("handled above");
            case GZIP -> gzip().reset(compressed);
            case SNAPPY -> snappy.reset(compressed);
            case LZ4 -> lz4.reset(compressed, framing);
            case ZSTD -> zstd().reset(compressed);
        };
    }

    /** The whole payload uncompressed, in a buffer of its own that the caller releases. */
    public ByteBuf uncompress(Codec codec, Framing framing, ByteBuf source, int index, int length)
            throws MalformedRecords {
        work.take(length);
        ByteBuf whole = allocator.directBuffer(Math.max(length, 1));
        boolean done = false;
        try {
            ChunkSource chunks = open(codec, framing, source, index, length);
            for (ByteBuffer chunk = chunks.next(); chunk != null; chunk = chunks.next()) {
                work.reserve(whole, chunk.remaining());
                whole.writeBytes(chunk);
            }
            done = true;
            return whole;
        } finally {
            if (!done) {
                whole.release();
            }
        }
    }

    @Override
    public void close() {
        input.close();
        output.close();
        if (gzip != null) {
            gzip.close();
            gzip = null;
        }
        if (zstd != null) {
            zstd.close();
            zstd = null;
        }
    }

    /** What the payload before may have left, if it was large or did not come to its end. */
    private void rest() {
        input.trim();
        output.trim();
        if (zstd != null) {
            zstd.dropWindow();
        }
    }

    private GzipReader gzip() {
        if (gzip == null) {
            gzip = new GzipReader(output, bound);
        }
        return gzip;
    }

    private ZstdReader zstd() {
        if (zstd == null) {
            zstd = new ZstdReader(output, bound, work);
        }
        return zstd;
    }
}
