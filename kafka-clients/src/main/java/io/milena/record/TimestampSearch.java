package io.milena.record;

import static io.milena.record.RecordBatchFormat.HEADER_BYTES;
import static io.milena.record.RecordBatchFormat.NO_TIMESTAMP;

import io.milena.record.compression.ChunkSource;
import io.milena.record.compression.Codec;
import io.milena.record.compression.Decompressor;
import io.milena.record.compression.Framing;
import java.util.function.LongPredicate;

/**
 * Finds a record of a batch of format 2 by its timestamp. Goes through the payload piece by piece, so that it takes
 * hardly any memory, however much the payload holds.
 *
 * <p>Borrows the decompressor; confined to one thread, as it is.
 */
public final class TimestampSearch {

    private final Decompressor decompressor;
    private final RecordScan scan = new RecordScan();
    private long offset;
    private long timestamp = NO_TIMESTAMP;

    public TimestampSearch(Decompressor decompressor) {
        this.decompressor = decompressor;
    }

    /**
     * Looks for the first record at or after {@code fromOffset} whose own timestamp is {@code wanted}; if there is one,
     * {@link #offset} and {@link #timestamp} tell of it.
     *
     * @throws MalformedRecords if the payload cannot be read up to there
     */
    public boolean find(RecordBatch batch, long fromOffset, LongPredicate wanted) throws MalformedRecords {
        if (!Codec.isKnown(batch.codecId()) || batch.recordCount() < 0) {
            throw MalformedRecords.invalid(batch.recordCount() + " records under codec " + batch.codecId());
        }
        if (batch.recordCount() == 0) {
            return false;
        }
        ChunkSource payload = decompressor.open(
                batch.codec(),
                Framing.STANDARD,
                batch.buffer(),
                batch.index() + HEADER_BYTES,
                batch.sizeBytes() - HEADER_BYTES);
        return scan.find(payload, batch.recordCount(), (offsetDelta, timestampDelta) -> {
            offset = batch.baseOffset() + offsetDelta;
            timestamp = batch.baseTimestamp() + timestampDelta;
            return offset >= fromOffset && wanted.test(timestamp);
        });
    }

    /** Of the record that was found. */
    public long offset() {
        return offset;
    }

    /** Of the record that was found. */
    public long timestamp() {
        return timestamp;
    }
}
