package io.milena.record;

import static io.milena.record.RecordBatchFormat.DELETE_HORIZON_BIT;
import static io.milena.record.RecordBatchFormat.HEADER_BYTES;

import io.milena.record.BatchFilter.Keep;
import io.milena.record.compression.Codec;
import io.milena.record.compression.Compression;
import io.milena.record.compression.Framing;
import io.netty.buffer.ByteBuf;
import java.util.BitSet;
import java.util.function.Function;

/**
 * Of a compressed batch of format 2. It is uncompressed piece by piece, once to select and once more to write what
 * stays, so that it takes one bit of memory for each record, however large they are.
 */
final class StreamedSelection extends BatchSelection {

    private final BitSet kept = new BitSet();

    StreamedSelection(BatchFilter filter, RecordBatch batch, Keep keep) throws MalformedRecords {
        super(filter, batch);
        try (RecordIterator records = KeyIterator.of(batch, filter.decompressor, filter.allocator)) {
            while (records.next()) {
                RecordView record = records.record();
                boolean keeps = keep.keeps(record);
                kept.set(tally.total(), keeps);
                tally.note(record, keeps);
            }
        }
    }

    @Override
    public void write(Function<Codec, Compression> compression, ByteBuf out) {
        int start = out.writerIndex();
        writeRecords(compression, 0, out);
        tally.writeHeader(out, start, batch.baseTimestamp(), batch.attributes());
    }

    @Override
    public void writeWithHorizon(long horizonMs, Function<Codec, Compression> compression, ByteBuf out) {
        int start = out.writerIndex();
        writeRecords(compression, batch.baseTimestamp() - horizonMs, out);
        tally.writeHeader(out, start, horizonMs, batch.attributes() | DELETE_HORIZON_BIT);
    }

    private void writeRecords(Function<Codec, Compression> compression, long shiftMs, ByteBuf out) {
        out.writeBytes(batch.buffer(), batch.index(), HEADER_BYTES);
        Compression to = compression.apply(batch.codec());
        try (var payload = new KeptPayload(
                KeyIterator.payload(batch, filter.decompressor), kept, total(), shiftMs, filter.allocator)) {
            filter.compressor.compress(to, Framing.STANDARD, payload, out, Integer.MAX_VALUE);
        } catch (MalformedRecords e) {
            throw new IllegalStateException("records were sound when they were selected", e);
        }
    }

    @Override
    public void close() {
        // Nothing is held.
    }
}
