package io.milena.server.partition;

import io.milena.common.errors.ErrorCode;

/**
 * The answer to the question for an offset.
 *
 * @param error why there is none; {@link ErrorCode#NONE} also when no record fits
 * @param offset the offset; -1 if no record fits
 * @param timestampMs of the record at the offset; -1 if the question was not for a time, or no record fits
 * @param leaderEpoch in which the offset was written; -1 if unknown
 */
public record OffsetAnswer(ErrorCode error, long offset, long timestampMs, int leaderEpoch) {

    /** No record fits. */
    public static final OffsetAnswer NONE = refused(ErrorCode.NONE);

    public static OffsetAnswer refused(ErrorCode error) {
        return new OffsetAnswer(error, -1, -1, -1);
    }
}
