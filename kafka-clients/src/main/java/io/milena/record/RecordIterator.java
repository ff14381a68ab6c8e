package io.milena.record;

import io.milena.record.compression.Decompressor;

/**
 * The records of one batch, one after the other, without building objects for them.
 *
 * <p>An uncompressed batch is read where it lies; a compressed one is uncompressed whole, up to the decompressor's
 * limit, into a buffer that {@link #close} releases. The batch's buffer must live as long as the iterator. Confined to
 * one thread.
 */
public sealed interface RecordIterator extends AutoCloseable permits BatchIterator, LegacyIterator {

    /**
     * Opens a batch of any format, which {@link BatchCheck} or {@link LegacyMessages} found whole. The decompressor is
     * free again when this returns.
     */
    static RecordIterator open(RecordBatch batch, Decompressor decompressor) throws MalformedRecords {
        return batch.isLegacy() ? LegacyIterator.of(batch, decompressor) : BatchIterator.of(batch, decompressor);
    }

    /** Moves to the next record; false after the last. */
    boolean next() throws MalformedRecords;

    /** The record that the last {@link #next} found; the same object for all. */
    RecordView record();

    @Override
    void close();
}
