package io.milena.server.partition;

import io.milena.common.errors.ErrorCode;
import io.milena.storage.Log;
import io.milena.storage.StorageFailedException;

/**
 * A client's wish that the records before an offset be deleted (KIP-107). Immutable.
 *
 * @param before the first offset that stays; {@link #HIGH_WATERMARK} for all that is committed
 */
record RecordDeletion(long before) {

    static final long HIGH_WATERMARK = -1;

    /**
     * Carries it out where a partition stands; the caller holds the partition's lock, so that no committed record is
     * missing when the log begins anew behind it. Nothing happens if the log begins there or later already.
     *
     * <p>Compaction alone must not be told to forget: a key's newest record may lie before the offset.
     */
    LowWatermark in(Standing standing, long highWatermark) {
        ErrorCode access = standing.admits(ReadSpan.NO_EPOCH, Reach.LEADER_ONLY);
        if (access != ErrorCode.NONE) {
            return LowWatermark.refused(access);
        }
        Log log = standing.openLog();
        if (!log.config().cleaner().isDeleted()) {
            return LowWatermark.refused(ErrorCode.POLICY_VIOLATION);
        }
        long start = before == HIGH_WATERMARK ? highWatermark : before;
        if (start < 0 || start > highWatermark) {
            return LowWatermark.refused(ErrorCode.OFFSET_OUT_OF_RANGE);
        }
        try {
            return LowWatermark.at(log.deleteRecordsBefore(start));
        } catch (StorageFailedException e) {
            return LowWatermark.refused(ErrorCode.KAFKA_STORAGE_ERROR);
        }
    }
}
