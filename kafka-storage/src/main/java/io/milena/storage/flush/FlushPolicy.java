package io.milena.storage.flush;

import io.milena.storage.FlushConfig;

/** Whether a log must be forced to disk. Pure. */
public final class FlushPolicy {

    private FlushPolicy() {}

    /** After an append that leaves so many records unforced. */
    public static boolean isDueByCount(FlushConfig config, long unflushedRecords) {
        return unflushedRecords >= config.maxMessages();
    }

    /** So long after the last force, if anything is unforced. */
    public static boolean isDueByAge(FlushConfig config, long unflushedRecords, long ageMs) {
        return unflushedRecords > 0 && ageMs >= config.maxAgeMs();
    }
}
