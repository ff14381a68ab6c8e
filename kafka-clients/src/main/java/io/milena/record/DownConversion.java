package io.milena.record;

import static io.milena.record.RecordBatchFormat.MAGIC_V0;
import static io.milena.record.RecordBatchFormat.NO_TIMESTAMP;

import io.milena.common.errors.ErrorCode;
import io.milena.record.compression.Codec;
import io.milena.record.compression.Compression;
import io.milena.record.compression.Compressor;
import io.milena.record.compression.Decompressor;
import io.milena.record.compression.Framing;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;

/** Writes batches of newer formats as messages of an old one, batch by batch, to a buffer that it does not own. */
final class DownConversion {

    private final ByteBufAllocator allocator;
    private final Compressor compressor;
    private final ByteBuf out;
    private final byte toMagic;

    DownConversion(ByteBufAllocator allocator, Compressor compressor, ByteBuf out, byte toMagic) {
        this.allocator = allocator;
        this.compressor = compressor;
        this.out = out;
        this.toMagic = toMagic;
    }

    byte toMagic() {
        return toMagic;
    }

    void add(RecordBatch batch, long firstOffset, Decompressor decompressor) throws MalformedRecords {
        if (batch.codecId() == Codec.ZSTD.id()) {
            throw new MalformedRecords(
                    ErrorCode.UNSUPPORTED_COMPRESSION_TYPE, "zstd does not exist in message format " + toMagic);
        }
        try (RecordIterator records = RecordIterator.open(batch, decompressor)) {
            if (batch.isCompressed()) {
                addWrapped(batch, records);
            } else {
                addPlain(batch, records, firstOffset);
            }
        }
    }

    private void addPlain(RecordBatch batch, RecordIterator records, long firstOffset) throws MalformedRecords {
        var writer = new LegacyWriter(out, toMagic, batch.timestampType());
        while (records.next()) {
            RecordView record = records.record();
            if (record.offset() >= firstOffset) {
                writer.message(record.offset(), record.timestamp(), record.key(), record.value());
            }
        }
    }

    private void addWrapped(RecordBatch batch, RecordIterator records) throws MalformedRecords {
        ByteBuf inner = allocator.directBuffer(batch.sizeBytes() * 2);
        try {
            var writer = new LegacyWriter(inner, toMagic, batch.timestampType());
            long base = toMagic == MAGIC_V0 ? 0 : batch.baseOffset();
            long lastOffset = -1;
            long maxTimestamp = NO_TIMESTAMP;
            while (records.next()) {
                RecordView record = records.record();
                lastOffset = record.offset();
                maxTimestamp = Math.max(maxTimestamp, record.timestamp());
                writer.message(lastOffset - base, record.timestamp(), record.key(), record.value());
            }
            if (inner.isReadable()) {
                wrap(batch, inner, lastOffset, maxTimestamp);
            }
        } finally {
            inner.release();
        }
    }

    private void wrap(RecordBatch batch, ByteBuf inner, long lastOffset, long maxTimestamp) {
        ByteBuf compressed = allocator.directBuffer(batch.sizeBytes());
        try {
            compressor.compress(Compression.of(batch.codec()), Framing.ofMagic(toMagic), inner, compressed);
            new LegacyWriter(out, toMagic, batch.timestampType())
                    .wrapper(lastOffset, maxTimestamp, batch.codecId(), compressed);
        } finally {
            compressed.release();
        }
    }
}
