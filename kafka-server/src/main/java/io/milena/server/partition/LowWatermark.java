package io.milena.server.partition;

import io.milena.common.errors.ErrorCode;

/**
 * What became of the wish to delete records.
 *
 * @param error why nothing was deleted
 * @param offset the first offset that is still there in some replica; -1 with an error
 */
public record LowWatermark(ErrorCode error, long offset) {

    private static final long UNKNOWN = -1;

    static LowWatermark at(long offset) {
        return new LowWatermark(ErrorCode.NONE, offset);
    }

    public static LowWatermark refused(ErrorCode error) {
        return new LowWatermark(error, UNKNOWN);
    }
}
