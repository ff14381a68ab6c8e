package io.milena.record;

import io.milena.record.compression.Decompressor;
import io.netty.buffer.ByteBufAllocator;

/**
 * The records of one batch, one after the other, without building objects for them.
 *
 * <p>An uncompressed batch is read where it lies; a compressed one is uncompressed whole, up to the decompressor's
 * limit, into a buffer that {@link #close} releases. The batch's buffer must live as long as the iterator. Confined to
 * one thread.
 */
public sealed interface RecordIterator extends AutoCloseable permits BatchIterator, KeyIterator, LegacyIterator {

    /**
     * Opens a batch of any format, which {@link BatchCheck} or {@link LegacyMessages} found whole. The decompressor is
     * free again when this returns.
     */
    static RecordIterator open(RecordBatch batch, Decompressor decompressor) throws MalformedRecords {
        return batch.isLegacy() ? LegacyIterator.of(batch, decompressor) : BatchIterator.of(batch, decompressor);
    }

    /**
     * As {@link #open}, for those who look at keys and at whether there are values: of a compressed batch of format 2
     * nothing else is there, and no more memory is taken than for its largest key. The decompressor is free again when
     * the iterator is closed.
     */
    static RecordIterator openKeys(RecordBatch batch, Decompressor decompressor, ByteBufAllocator allocator)
            throws MalformedRecords {
        return isPayload(batch) ? KeyIterator.of(batch, decompressor, allocator) : open(batch, decompressor);
    }

    /** Whether the records of the batch are compressed together, behind a header that is not. */
    static boolean isPayload(RecordBatch batch) {
        return !batch.isLegacy() && batch.isCompressed() && batch.recordCount() != 0;
    }

    /** Moves to the next record; false after the last. */
    boolean next() throws MalformedRecords;

    /** The record that the last {@link #next} found; the same object for all. */
    RecordView record();

    @Override
    void close();
}
