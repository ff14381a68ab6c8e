package io.milena.server.partition;

import io.milena.common.errors.ErrorCode;
import io.milena.storage.EpochEndOffset;
import io.milena.storage.FirstBatch;
import io.milena.storage.Log;
import io.milena.storage.LogSlice;
import org.jspecify.annotations.Nullable;

/**
 * What a reader gets from one partition.
 *
 * @param error why it gets nothing; {@link ErrorCode#NONE} also when there is nothing to read
 * @param highWatermark of the partition; -1 with an error
 * @param lastStableOffset of the partition; -1 with an error
 * @param logStartOffset first offset that can be read; -1 with an error
 * @param records the batches, with a reference that whoever gets this releases; null if there are none
 * @param diverging where the reader's log and this one part (KIP-595); null if they do not
 * @param cold the log, if nothing was looked up in it because that takes its disk; else null
 */
public record PartitionRead(
        ErrorCode error,
        long highWatermark,
        long lastStableOffset,
        long logStartOffset,
        @Nullable LogSlice records,
        @Nullable EpochEndOffset diverging,
        @Nullable Log cold) {

    private static final long UNKNOWN_OFFSET = -1;

    public static PartitionRead refused(ErrorCode error) {
        return new PartitionRead(error, UNKNOWN_OFFSET, UNKNOWN_OFFSET, UNKNOWN_OFFSET, null, null, null);
    }

    /**
     * This read with no more than {@code maxBytes} of records, but for a first batch that is larger, which
     * {@code firstBatch} decides on. Takes over the reference.
     */
    public PartitionRead atMost(int maxBytes, FirstBatch firstBatch) {
        if (records == null) {
            return this;
        }
        if (records.firstBatchBytes() > maxBytes && firstBatch == FirstBatch.WITHIN_LIMIT) {
            records.release();
            return with(null);
        }
        return with(records.atMost(maxBytes));
    }

    private PartitionRead with(@Nullable LogSlice other) {
        return new PartitionRead(error, highWatermark, lastStableOffset, logStartOffset, other, diverging, cold);
    }

    public int sizeBytes() {
        return records == null ? 0 : records.sizeBytes();
    }

    /** Whether the reader wants to hear this at once, however much it asked for. */
    public boolean isUrgent() {
        return error != ErrorCode.NONE || diverging != null;
    }

    /** Gives the records back instead of sending them. */
    public void release() {
        if (records != null) {
            records.release();
        }
    }
}
