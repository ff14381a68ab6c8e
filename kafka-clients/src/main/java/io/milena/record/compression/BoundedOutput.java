package io.milena.record.compression;

import io.milena.common.errors.ErrorCode;
import io.milena.record.MalformedRecords;

/**
 * Counts uncompressed bytes against a limit, so that a decompression bomb ends in a clear error instead of in all of
 * the memory or hours of work; and against what the work on the batch is allowed.
 */
final class BoundedOutput {

    private final long limitBytes;
    private final CountedWork work;
    private long total;

    BoundedOutput(long limitBytes, CountedWork work) {
        if (limitBytes < 1) {
            throw new IllegalArgumentException("limit of uncompressed bytes: " + limitBytes + " (expected: 1 or more)");
        }
        this.limitBytes = limitBytes;
        this.work = work;
    }

    void restart() {
        total = 0;
    }

    /** {@code bytes} more came out, or are about to. */
    void claim(long bytes) throws MalformedRecords {
        total += bytes;
        if (total > limitBytes) {
            throw new MalformedRecords(
                    ErrorCode.INVALID_RECORD,
                    "the payload uncompresses to more than the limit of " + limitBytes + " bytes");
        }
        work.uncompressed(bytes);
    }
}
