package io.milena.server.partition;

import io.milena.common.errors.ErrorCode;
import io.milena.storage.EpochEndOffset;

/**
 * The answer to the question where a leader epoch ends.
 *
 * @param error why there is none
 * @param end the end; {@link EpochEndOffset#UNKNOWN} with an error, or if the log knows nothing of the epoch
 */
public record EpochAnswer(ErrorCode error, EpochEndOffset end) {

    public static EpochAnswer refused(ErrorCode error) {
        return new EpochAnswer(error, EpochEndOffset.UNKNOWN);
    }
}
