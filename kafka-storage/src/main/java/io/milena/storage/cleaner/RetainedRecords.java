package io.milena.storage.cleaner;

import io.milena.record.BatchFilter;
import io.milena.record.RecordBatch;
import io.milena.record.RecordView;

/**
 * Which records of data a cleaning leaves in the log.
 *
 * <p>Pure; confined to one thread. A record stays if it lies behind the part of the log whose keys the cleaning knows;
 * or if it is the newest of its key, and is no tombstone whose time has passed.
 */
final class RetainedRecords implements BatchFilter.Keep {

    /** Of batches without a delete horizon, and of old formats while their tombstones stay. */
    private static final long NO_HORIZON = Long.MAX_VALUE;

    private final KeyOffsets newest;
    private final long knownEndOffset;
    private final long nowMs;
    private long horizonMs;
    private long keyless;

    /**
     * @param newest newest offset of each key
     * @param knownEndOffset keys of records before it are in there
     */
    RetainedRecords(KeyOffsets newest, long knownEndOffset, long nowMs) {
        this.newest = newest;
        this.knownEndOffset = knownEndOffset;
        this.nowMs = nowMs;
    }

    /** The records that follow are those of this batch; in old formats, its segment says whether tombstones stay. */
    void of(RecordBatch batch, boolean legacyTombstonesStay) {
        if (batch.isLegacy()) {
            horizonMs = legacyTombstonesStay ? NO_HORIZON : Long.MIN_VALUE;
            return;
        }
        horizonMs = batch.hasDeleteHorizon() ? batch.baseTimestamp() : NO_HORIZON;
    }

    /** Whether nothing that the cleaning knows says anything about this batch. */
    boolean isBeyond(RecordBatch batch) {
        return !batch.isLegacy() && batch.baseOffset() >= knownEndOffset;
    }

    /**
     * Whether all keys of this batch are known: only then may its tombstones get a delete horizon. One that hides
     * records which this cleaning leaves where they are could otherwise go in the same step as these.
     */
    boolean isKnown(RecordBatch batch) {
        return batch.lastOffset() < knownEndOffset;
    }

    @Override
    public boolean keeps(RecordView record) {
        if (record.offset() >= knownEndOffset) {
            return true;
        }
        if (!record.hasKey()) {
            keyless++;
            return false;
        }
        if (newest.newest(record) > record.offset()) {
            return false;
        }
        return record.hasValue() || horizonMs > nowMs;
    }

    /** Records that were left out for having no key: they were written while the topic was not compacted. */
    long keyless() {
        return keyless;
    }
}
