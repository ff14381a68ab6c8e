package io.milena.record;

import static io.milena.record.RecordBatchFormat.LOG_OVERHEAD;
import static io.milena.record.RecordBatchFormat.MAGIC_KNOWN_BYTES;
import static io.milena.record.RecordBatchFormat.MAGIC_V0;
import static io.milena.record.RecordBatchFormat.MAGIC_V2;

import io.netty.buffer.ByteBuf;

/**
 * Walks the batches that follow each other in a region of a buffer, with one view that moves along.
 *
 * <p>Stops before the first batch that is not whole: in a fetch response the last one may be cut off. {@link
 * #remainingBytes} tells whether something is left, {@link #isCutShort} whether more bytes could complete it. Confined
 * to one thread; owns no reference.
 */
public final class BatchCursor {

    private final RecordBatch batch;
    private final int end;
    private int next;

    private BatchCursor(ByteBuf buffer) {
        batch = RecordBatch.at(buffer, buffer.readerIndex());
        next = buffer.readerIndex();
        end = buffer.writerIndex();
    }

    /** Over the readable bytes of {@code buffer}. */
    public static BatchCursor over(ByteBuf buffer) {
        return new BatchCursor(buffer);
    }

    /** Moves to the next whole batch; false if there is none. */
    public boolean next() {
        ByteBuf buffer = batch.buffer();
        int remaining = end - next;
        if (remaining < MAGIC_KNOWN_BYTES) {
            return false;
        }
        batch.moveTo(buffer, next);
        int sizeBytes = batch.sizeBytes();
        if (sizeBytes < BatchCheck.minSizeBytes(batch.magic()) || sizeBytes > remaining) {
            return false;
        }
        next += sizeBytes;
        return true;
    }

    /** The batch that the last {@link #next} found; the same object for all. */
    public RecordBatch batch() {
        return batch;
    }

    /** Bytes after the current batch. */
    public int remainingBytes() {
        return end - next;
    }

    /**
     * After the last batch: whether what remains is the beginning of a batch rather than garbage. Moves the view
     * there.
     */
    public boolean isCutShort() {
        int remaining = end - next;
        if (remaining < LOG_OVERHEAD) {
            return remaining > 0;
        }
        batch.moveTo(batch.buffer(), next);
        boolean knownMagic = remaining < MAGIC_KNOWN_BYTES || batch.magic() >= MAGIC_V0 && batch.magic() <= MAGIC_V2;
        return knownMagic && batch.sizeBytes() > remaining;
    }
}
