package io.milena.record;

import static io.milena.record.RecordBatchFormat.ATTRIBUTES_AT;
import static io.milena.record.RecordBatchFormat.CODEC_MASK;
import static io.milena.record.RecordBatchFormat.HEADER_BYTES;
import static io.milena.record.RecordBatchFormat.LENGTH_AT;
import static io.milena.record.RecordBatchFormat.LOG_OVERHEAD;

import io.milena.record.compression.Compression;
import io.milena.record.compression.Compressor;
import io.milena.record.compression.Decompressor;
import io.milena.record.compression.Framing;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;

/** Rewrites a batch of format 2 with another codec, for topics that force one. The records stay byte for byte. */
public final class BatchRewrite {

    private BatchRewrite() {}

    /** The batch with {@code target}, in a new buffer that the caller releases. The batch itself is left alone. */
    public static ByteBuf recompress(
            RecordBatch batch,
            Compression target,
            ByteBufAllocator allocator,
            Compressor compressor,
            Decompressor decompressor)
            throws MalformedRecords {
        int payloadAt = batch.index() + HEADER_BYTES;
        int payloadBytes = batch.sizeBytes() - HEADER_BYTES;
        ByteBuf plain =
                decompressor.uncompress(batch.codec(), Framing.STANDARD, batch.buffer(), payloadAt, payloadBytes);
        ByteBuf out = allocator.directBuffer(HEADER_BYTES + payloadBytes);
        try {
            out.writeBytes(batch.buffer(), batch.index(), HEADER_BYTES);
            compressor.compress(target, Framing.STANDARD, plain, out);
            out.setInt(LENGTH_AT, out.readableBytes() - LOG_OVERHEAD);
            out.setShort(
                    ATTRIBUTES_AT,
                    batch.attributes() & ~CODEC_MASK | target.codec().id());
            BatchEdits.sealCrc(RecordBatch.at(out, 0));
            return out.retain();
        } finally {
            plain.release();
            out.release();
        }
    }
}
