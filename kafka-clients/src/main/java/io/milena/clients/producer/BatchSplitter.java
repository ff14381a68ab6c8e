package io.milena.clients.producer;

import io.milena.common.header.Header;
import io.milena.common.header.internals.RecordHeader;
import io.milena.record.MalformedRecords;
import io.milena.record.RecordBatch;
import io.milena.record.RecordBatchFormat;
import io.milena.record.RecordIterator;
import io.milena.record.RecordView;
import io.milena.record.compression.Decompressor;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufUtil;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Makes two batches of one that is too large, each with half of its records, sealed. The memory that this takes is
 * taken beyond the pool's bound if need be, and the batch's own is free as soon as it is released. Confined to the
 * event loop.
 */
final class BatchSplitter {

    private final RecordPool pool;
    private final BatchSealer sealer;
    private final ByteBufAllocator allocator;

    BatchSplitter(RecordPool pool, BatchSealer sealer, ByteBufAllocator allocator) {
        this.pool = pool;
        this.sealer = sealer;
        this.allocator = allocator;
    }

    /** The parts of {@code whole}, which has two records or more; its callbacks are theirs now. */
    List<ProducerBatch> split(ProducerBatch whole, CompressionRatio ratio) {
        // The header has to be in place for the records to be read.
        ByteBuf batch = whole.addressed(0);
        try (var decompressor = new Decompressor(allocator, Decompressor.DEFAULT_LIMIT_BYTES);
                RecordIterator records = RecordIterator.open(RecordBatch.at(batch, 0), decompressor)) {
            int half = whole.recordCount() / 2;
            int room = whole.encoder().uncompressedBytes() + RecordBatchFormat.HEADER_BYTES;
            List<ProducerBatch> parts = new ArrayList<>(2);
            parts.add(part(whole, records, room, 0, half));
            parts.add(part(whole, records, room, half, whole.recordCount() - half));
            List<BatchResult.Part> results = new ArrayList<>(2);
            results.add(new BatchResult.Part(0, parts.get(0).result()));
            results.add(new BatchResult.Part(half, parts.get(1).result()));
            whole.result().split(results);
            parts.forEach(part -> sealer.seal(part, ratio));
            return parts;
        } catch (MalformedRecords e) {
            throw new IllegalStateException("the producer cannot read what it wrote itself", e);
        }
    }

    private ProducerBatch part(ProducerBatch whole, RecordIterator records, int room, int first, int count)
            throws MalformedRecords {
        var result = new BatchResult(whole.result().partition(), whole.result());
        var part = new ProducerBatch(result, whole, first, pool.takeBeyond(room));
        for (int i = 0; i < count; i++) {
            records.next();
            RecordView record = records.record();
            part.copy(record.timestamp(), bytes(record.key()), bytes(record.value()), headers(record));
        }
        whole.giveCallbacksTo(part, first, count);
        part.close();
        return part;
    }

    private static byte @Nullable [] bytes(@Nullable ByteBuf field) {
        return field == null ? null : ByteBufUtil.getBytes(field);
    }

    private static Header[] headers(RecordView record) throws MalformedRecords {
        return record.headers().stream()
                .map(header -> new RecordHeader(header.key(), header.value()))
                .toArray(Header[]::new);
    }
}
