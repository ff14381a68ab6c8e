package io.milena.storage;

import io.milena.record.BatchCursor;
import io.milena.record.BatchEdits;
import io.milena.record.RecordBatch;
import io.netty.buffer.ByteBuf;

/**
 * Whole batches that follow each other, with their offsets, ready to be written.
 *
 * @param bytes the batches and nothing else
 * @param firstOffset of the first record
 * @param lastOffset of the last record
 * @param maxTimestampMs greatest timestamp; -1 if none
 * @param recordCount records in all; a compressed set of an old format counts as one
 */
record BatchRun(ByteBuf bytes, long firstOffset, long lastOffset, long maxTimestampMs, int recordCount) {

    /** The batches in {@code records} as they will stand from {@code firstOffset} on; nothing is written into them. */
    static BatchRun planned(ByteBuf records, long firstOffset, long maxTimestampMs) {
        BatchCursor cursor = BatchCursor.over(records);
        long next = firstOffset;
        int count = 0;
        while (cursor.next()) {
            RecordBatch batch = cursor.batch();
            next += batch.nextOffset() - batch.baseOffset();
            count += batch.recordCount();
        }
        return new BatchRun(records, firstOffset, next - 1, maxTimestampMs, count);
    }

    /** Gives the batches of a planned run their offsets and the leader's epoch, in place. */
    void assign(int leaderEpoch) {
        BatchCursor cursor = BatchCursor.over(bytes);
        long next = firstOffset;
        while (cursor.next()) {
            RecordBatch batch = cursor.batch();
            BatchEdits.assignOffset(batch, next);
            BatchEdits.assignLeaderEpoch(batch, leaderEpoch);
            next = batch.nextOffset();
        }
    }

    /** Batches that have their offsets. */
    static BatchRun asIs(ByteBuf records) {
        BatchCursor cursor = BatchCursor.over(records);
        long first = -1;
        long last = -1;
        long maxTimestampMs = -1;
        int count = 0;
        while (cursor.next()) {
            RecordBatch batch = cursor.batch();
            first = first < 0 ? batch.baseOffset() : first;
            last = batch.lastOffset();
            maxTimestampMs = Math.max(maxTimestampMs, batch.maxTimestamp());
            count += Math.max(batch.recordCount(), 1);
        }
        return new BatchRun(records, first, last, maxTimestampMs, count);
    }
}
