package io.milena.record;

import static io.milena.record.RecordBatchFormat.ATTRIBUTES_AT;
import static io.milena.record.RecordBatchFormat.CODEC_MASK;
import static io.milena.record.RecordBatchFormat.HEADER_BYTES;
import static io.milena.record.RecordBatchFormat.LENGTH_AT;
import static io.milena.record.RecordBatchFormat.LOG_OVERHEAD;

import io.milena.record.compression.ChunkSource;
import io.milena.record.compression.Compression;
import io.milena.record.compression.Compressor;
import io.milena.record.compression.Decompressor;
import io.milena.record.compression.Framing;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;

/**
 * Gives a batch of format 2 another codec. The payload goes piece by piece from the one codec to the other, so that
 * beside the result hardly any memory is taken, however large the payload is in between.
 *
 * <p>Borrows compressor and decompressor; confined to one thread, as they are.
 */
public final class Recompression {

    private final ByteBufAllocator allocator;
    private final Compressor compressor;
    private final Decompressor decompressor;

    public Recompression(ByteBufAllocator allocator, Compressor compressor, Decompressor decompressor) {
        this.allocator = allocator;
        this.compressor = compressor;
        this.decompressor = decompressor;
    }

    /**
     * The same records under another codec, in a buffer that the caller owns. All that the header says stays but codec,
     * length and CRC.
     *
     * @param mostBytes the result may be so large
     * @throws MalformedRecords if it is larger, or the payload cannot be read
     */
    public ByteBuf recompressed(RecordBatch batch, Compression to, int mostBytes) throws MalformedRecords {
        int sizeBytes = batch.sizeBytes();
        decompressor.takeMemory(sizeBytes);
        ByteBuf out = allocator.directBuffer(sizeBytes);
        boolean done = false;
        try {
            out.writeBytes(batch.buffer(), batch.index(), HEADER_BYTES);
            ChunkSource payload = decompressor.open(
                    batch.codec(),
                    Framing.STANDARD,
                    batch.buffer(),
                    batch.index() + HEADER_BYTES,
                    sizeBytes - HEADER_BYTES);
            compressor.compress(to, Framing.STANDARD, payload, out, mostBytes);
            int flags = batch.attributes() & ~CODEC_MASK;
            out.setShort(ATTRIBUTES_AT, flags | to.codec().id());
            out.setInt(LENGTH_AT, out.writerIndex() - LOG_OVERHEAD);
            BatchEdits.sealCrc(RecordBatch.at(out, 0));
            done = true;
            return out;
        } finally {
            if (!done) {
                out.release();
            }
        }
    }
}
