package io.milena.record;

import static io.milena.record.RecordBatchFormat.ATTRIBUTES_AT;
import static io.milena.record.RecordBatchFormat.BASE_TIMESTAMP_AT;
import static io.milena.record.RecordBatchFormat.CODEC_MASK;
import static io.milena.record.RecordBatchFormat.DELETE_HORIZON_BIT;
import static io.milena.record.RecordBatchFormat.HEADER_BYTES;
import static io.milena.record.RecordBatchFormat.LENGTH_AT;
import static io.milena.record.RecordBatchFormat.LOG_OVERHEAD;
import static io.milena.record.RecordBatchFormat.NO_TIMESTAMP;
import static io.milena.record.RecordBatchFormat.RECORD_COUNT_AT;

import io.milena.record.compression.Compressor;
import io.milena.record.compression.Decompressor;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;

/**
 * Leaves records out of batches, as compaction does.
 *
 * <p>What stays is copied as it lies: a batch keeps its base offset, last offset delta, base timestamp, leader epoch
 * and producer fields, so the records that remain need not be written anew, and a batch without records still tells
 * the last sequence of its producer. Old formats stay what they are.
 *
 * <p>Borrows compressor and decompressor; confined to one thread, as they are.
 */
public final class BatchFilter {

    final ByteBufAllocator allocator;
    final Compressor compressor;
    final Decompressor decompressor;

    public BatchFilter(ByteBufAllocator allocator, Compressor compressor, Decompressor decompressor) {
        this.allocator = allocator;
        this.compressor = compressor;
        this.decompressor = decompressor;
    }

    /**
     * Goes through the records of a batch that was found whole. The caller closes the selection before it takes another
     * batch, and keeps the batch's buffer until then.
     *
     * @param keep is shown keys, and whether there are values; of a compressed batch nothing else is there
     */
    public BatchSelection select(RecordBatch batch, Keep keep) throws MalformedRecords {
        return RecordIterator.isPayload(batch) ? new StreamedSelection(this, batch, keep) : placed(batch, keep);
    }

    private PlacedSelection placed(RecordBatch batch, Keep keep) throws MalformedRecords {
        RecordIterator records = RecordIterator.open(batch, decompressor);
        var selection = new PlacedSelection(this, batch, records);
        boolean done = false;
        try {
            while (records.next()) {
                selection.note(records.record(), keep.keeps(records.record()));
            }
            done = true;
            return selection;
        } finally {
            if (!done) {
                selection.close();
            }
        }
    }

    /**
     * Appends the header of a batch of format 2 to {@code out}, as one without records. Like the reference's, it has no
     * base timestamp, and so no delete horizon either.
     */
    public static void writeEmpty(RecordBatch batch, ByteBuf out) {
        int start = out.writerIndex();
        out.writeBytes(batch.buffer(), batch.index(), HEADER_BYTES);
        out.setInt(start + LENGTH_AT, HEADER_BYTES - LOG_OVERHEAD)
                .setShort(start + ATTRIBUTES_AT, batch.attributes() & ~CODEC_MASK & ~DELETE_HORIZON_BIT)
                .setLong(start + BASE_TIMESTAMP_AT, NO_TIMESTAMP)
                .setInt(start + RECORD_COUNT_AT, 0);
        BatchEdits.sealCrc(RecordBatch.at(out, start));
    }

    /** Says of one record whether it stays. */
    @FunctionalInterface
    public interface Keep {
        boolean keeps(RecordView record);
    }
}
