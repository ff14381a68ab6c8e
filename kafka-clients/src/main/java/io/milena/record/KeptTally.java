package io.milena.record;

import static io.milena.record.RecordBatchFormat.ATTRIBUTES_AT;
import static io.milena.record.RecordBatchFormat.BASE_TIMESTAMP_AT;
import static io.milena.record.RecordBatchFormat.LENGTH_AT;
import static io.milena.record.RecordBatchFormat.LOG_OVERHEAD;
import static io.milena.record.RecordBatchFormat.MAX_TIMESTAMP_AT;
import static io.milena.record.RecordBatchFormat.NO_TIMESTAMP;
import static io.milena.record.RecordBatchFormat.RECORD_COUNT_AT;

import io.milena.common.record.TimestampType;
import io.netty.buffer.ByteBuf;

/** Counts what stays of one batch, for the header that goes before it. Confined to one thread. */
final class KeptTally {

    private final RecordBatch batch;
    private int total;
    private int kept;
    private long lastKeptOffset;
    private long maxTimestamp = NO_TIMESTAMP;
    private boolean tombstones;

    KeptTally(RecordBatch batch) {
        this.batch = batch;
    }

    void note(RecordView record, boolean keeps) {
        total++;
        if (keeps) {
            kept++;
            lastKeptOffset = record.offset();
            maxTimestamp = Math.max(maxTimestamp, record.timestamp());
            tombstones |= !record.hasValue();
        }
    }

    int total() {
        return total;
    }

    int kept() {
        return kept;
    }

    boolean hasTombstones() {
        return tombstones;
    }

    long lastKeptOffset() {
        return lastKeptOffset;
    }

    /** The greatest timestamp of what stays; with log append time, that of the batch. */
    long newest() {
        boolean appendTime = batch.timestampType() == TimestampType.LOG_APPEND_TIME;
        return appendTime ? batch.maxTimestamp() : maxTimestamp;
    }

    /** Completes the header of format 2 at {@code start} of {@code out}, which ends with the records. */
    void writeHeader(ByteBuf out, int start, long baseTimestamp, int attributes) {
        out.setInt(start + LENGTH_AT, out.writerIndex() - start - LOG_OVERHEAD)
                .setShort(start + ATTRIBUTES_AT, attributes)
                .setLong(start + BASE_TIMESTAMP_AT, baseTimestamp)
                .setLong(start + MAX_TIMESTAMP_AT, newest())
                .setInt(start + RECORD_COUNT_AT, kept);
        BatchEdits.sealCrc(RecordBatch.at(out, start));
    }
}
