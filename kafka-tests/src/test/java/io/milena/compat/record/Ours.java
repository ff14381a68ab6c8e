package io.milena.compat.record;

import io.milena.record.BatchCursor;
import io.milena.record.BatchTerms;
import io.milena.record.LegacyMessages;
import io.milena.record.MalformedRecords;
import io.milena.record.RecordBatchBuilder;
import io.milena.record.RecordIterator;
import io.milena.record.compression.Compression;
import io.milena.record.compression.Compressor;
import io.milena.record.compression.Decompressor;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.List;

/** Our records, with the buffers and codecs that a test needs. */
final class Ours implements AutoCloseable {

    private static final ByteBufAllocator ALLOCATOR = PooledByteBufAllocator.DEFAULT;

    private final Compressor compressor = new Compressor(ALLOCATOR);
    private final Decompressor decompressor = new Decompressor(ALLOCATOR, 64 << 20);
    private final LegacyMessages legacy = new LegacyMessages(ALLOCATOR, compressor, decompressor);

    byte[] write(ReferenceRecords.Shape shape, List<Sample> samples) {
        BatchTerms terms = shape.terms();
        try (var builder = new RecordBatchBuilder(ALLOCATOR, shape.compression(), terms, 100)) {
            for (Sample sample : samples) {
                builder.append(sample.timestamp(), sample.key(), sample.value(), sample.headers());
            }
            boolean appendTime = shape.appendedAtMs() >= 0;
            return taken(
                    appendTime ? builder.sealAppendedAt(compressor, shape.appendedAtMs()) : builder.seal(compressor));
        }
    }

    List<String> read(byte[] bytes) throws MalformedRecords {
        var lines = new ArrayList<String>();
        BatchCursor cursor = BatchCursor.over(Unpooled.wrappedBuffer(bytes));
        while (cursor.next()) {
            try (RecordIterator records = RecordIterator.open(cursor.batch(), decompressor)) {
                while (records.next()) {
                    lines.add(Sample.of(records.record()).toString());
                }
            }
        }
        return lines;
    }

    byte[] upConvert(byte[] set) throws MalformedRecords {
        return taken(
                legacy.toBatch(Unpooled.wrappedBuffer(set), Compression::of).batch());
    }

    byte[] downConvert(byte[] batches, byte toMagic, long firstOffset) throws MalformedRecords {
        return taken(legacy.fromBatches(Unpooled.wrappedBuffer(batches), toMagic, firstOffset));
    }

    static byte[] taken(ByteBuf buffer) {
        byte[] bytes = ByteBufUtil.getBytes(buffer);
        buffer.release();
        return bytes;
    }

    @Override
    public void close() {
        compressor.close();
        decompressor.close();
    }
}
