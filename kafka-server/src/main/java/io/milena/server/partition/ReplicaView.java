package io.milena.server.partition;

import io.milena.common.errors.ErrorCode;
import io.milena.storage.EpochEndOffset;
import io.milena.storage.Log;
import io.milena.storage.LogOffsets;
import io.milena.storage.LogSlice;
import io.milena.storage.OffsetAtTime;
import io.milena.storage.ReadBound;
import io.milena.storage.ReadLimits;
import io.milena.storage.StorageFailedException;
import org.jspecify.annotations.Nullable;

/**
 * Answers readers from where a partition stood at one moment, without its lock. That is safe because what lies below a
 * high watermark never changes. Immutable.
 *
 * @param standing whose log is read
 * @param highWatermark how far it is committed
 */
record ReplicaView(Standing standing, long highWatermark) {

    private static final long NO_TIMESTAMP = -1;

    /** Reads from {@code span} on. The caller releases what it gets. */
    PartitionRead read(ReadSpan span, ReadTerms terms) {
        ErrorCode access = standing.admits(span.currentLeaderEpoch(), terms.reach());
        if (access != ErrorCode.NONE) {
            return PartitionRead.refused(access);
        }
        Log log = standing.openLog();
        LogOffsets ends = log.offsets();
        if (span.lastFetchedEpoch() != ReadSpan.NO_EPOCH) {
            EpochEndOffset known = log.endOffsetForEpoch(span.lastFetchedEpoch());
            if (known.endOffset() == EpochEndOffset.UNKNOWN_OFFSET) {
                return PartitionRead.refused(ErrorCode.OFFSET_OUT_OF_RANGE);
            }
            if (known.epoch() < span.lastFetchedEpoch() || known.endOffset() < span.fetchOffset()) {
                return answer(ends, null, known, null);
            }
        }
        long end = visibleEnd(terms.isolation(), ends);
        ReadBound bound =
                terms.isolation() == Isolation.READ_COMMITTED ? ReadBound.committedBelow(end) : ReadBound.below(end);
        var limits = new ReadLimits(terms.maxBytes(), bound, terms.firstBatch(), terms.source());
        return log.read(span.fetchOffset(), limits)
                .fold(
                        slice -> answer(ends, slice, null, null),
                        nothing -> answer(ends, null, null, null),
                        outOfRange -> PartitionRead.refused(ErrorCode.OFFSET_OUT_OF_RANGE),
                        cold -> answer(ends, null, null, log),
                        failed -> PartitionRead.refused(ErrorCode.KAFKA_STORAGE_ERROR));
    }

    private PartitionRead answer(
            LogOffsets ends, @Nullable LogSlice records, @Nullable EpochEndOffset diverging, @Nullable Log cold) {
        return new PartitionRead(
                ErrorCode.NONE,
                highWatermark,
                ends.lastStableOffset(highWatermark),
                ends.logStartOffset(),
                records,
                diverging,
                cold);
    }

    private long visibleEnd(Isolation isolation, LogOffsets ends) {
        return switch (isolation) {
            case READ_UNCOMMITTED -> highWatermark;
            case READ_COMMITTED -> ends.lastStableOffset(highWatermark);
            case LOG_END -> ends.logEndOffset();
        };
    }

    /** Answers a question for an offset. May read from disk. */
    OffsetAnswer offsetFor(OffsetQuestion question, Reach reach) {
        ErrorCode access = standing.admits(question.currentLeaderEpoch(), reach);
        if (access != ErrorCode.NONE) {
            return OffsetAnswer.refused(access);
        }
        try {
            return find(question, standing.openLog());
        } catch (StorageFailedException e) {
            return OffsetAnswer.refused(ErrorCode.KAFKA_STORAGE_ERROR);
        }
    }

    private OffsetAnswer find(OffsetQuestion question, Log log) {
        long timestamp = question.timestamp();
        long end = visibleEnd(question.isolation(), log.offsets());
        if (timestamp == OffsetQuestion.LATEST) {
            return new OffsetAnswer(
                    ErrorCode.NONE, end, NO_TIMESTAMP, standing.image().leaderEpoch());
        }
        if (timestamp == OffsetQuestion.EARLIEST || timestamp == OffsetQuestion.EARLIEST_LOCAL) {
            long start = log.offsets().logStartOffset();
            return new OffsetAnswer(ErrorCode.NONE, start, NO_TIMESTAMP, log.epochAt(start));
        }
        if (timestamp == OffsetQuestion.LATEST_TIERED) {
            return OffsetAnswer.NONE;
        }
        OffsetAtTime found =
                timestamp == OffsetQuestion.MAX_TIMESTAMP ? log.maxTimestamp() : log.offsetForTimestamp(timestamp);
        if (!found.isFound() || found.offset() >= end) {
            return OffsetAnswer.NONE;
        }
        return new OffsetAnswer(ErrorCode.NONE, found.offset(), found.timestampMs(), found.leaderEpoch());
    }

    /** Where {@code epoch} ends in this leader's log (KIP-101, KIP-279). */
    EpochAnswer endOffsetForEpoch(int epoch, int currentLeaderEpoch) {
        ErrorCode access = standing.admits(currentLeaderEpoch, Reach.LEADER_ONLY);
        return access == ErrorCode.NONE
                ? new EpochAnswer(ErrorCode.NONE, standing.openLog().endOffsetForEpoch(epoch))
                : EpochAnswer.refused(access);
    }
}
