package io.milena.server.api;

import io.milena.common.errors.ErrorCode;
import io.milena.server.coordinator.group.OffsetsAnswer;
import io.milena.server.coordinator.group.OffsetsAnswer.FetchedOffset;

/**
 * How much one answer to OffsetFetch may still hold: a small request can ask for the same offsets, and the texts that
 * were committed with them, in ever new ways. Confined to whoever makes the answer.
 */
final class OffsetsAllowance {

    /** Room for some 500,000 offsets of usual names and texts. */
    static final long MOST_BYTES = 64L << 20;

    /** Of an offset, beside its texts. */
    private static final int LINE_BYTES = 24;

    private long left;

    OffsetsAllowance(long bytes) {
        left = bytes;
    }

    /** The answer, or one that there is no room for it: whoever asks again for fewer partitions is told them. */
    OffsetsAnswer take(OffsetsAnswer answer) {
        long bytes = 0;
        for (FetchedOffset line : answer.offsets()) {
            String metadata = line.metadata();
            bytes += LINE_BYTES + line.partition().topic().length() + (metadata == null ? 0 : metadata.length());
        }
        if (bytes > left) {
            return OffsetsAnswer.refused(ErrorCode.MESSAGE_TOO_LARGE);
        }
        left -= bytes;
        return answer;
    }
}
