package io.milena.storage;

import static io.milena.common.config.ConfigKey.booleanKey;
import static io.milena.common.config.ConfigKey.intKey;
import static io.milena.common.config.ConfigKey.longKey;

import io.milena.common.config.ConfigKey;
import java.util.List;
import java.util.Map;

/**
 * When a log begins a new segment, and how dense its indexes are.
 *
 * @param maxBytes most bytes of one segment
 * @param maxAgeMs most time between the first record of a segment and the next that it takes
 * @param jitterMs up to so much is taken off {@code maxAgeMs}, by chance, so that segments do not all roll at once
 * @param indexMaxBytes most bytes of one index file
 * @param indexIntervalBytes log bytes per index entry
 */
public record SegmentConfig(int maxBytes, long maxAgeMs, long jitterMs, int indexMaxBytes, int indexIntervalBytes) {

    static final ConfigKey<Integer> SEGMENT_BYTES =
            intKey("segment.bytes", 1 << 30, 14, Integer.MAX_VALUE, "Most bytes of one segment file.");
    static final ConfigKey<Long> SEGMENT_MS = longKey(
            "segment.ms",
            604_800_000L,
            1,
            Long.MAX_VALUE,
            "Most milliseconds between the first record of a segment and the next that it takes.");
    static final ConfigKey<Long> SEGMENT_JITTER_MS = longKey(
            "segment.jitter.ms",
            0,
            0,
            Long.MAX_VALUE,
            "Most milliseconds by which a segment ends earlier, chosen by chance.");
    static final ConfigKey<Integer> SEGMENT_INDEX_BYTES =
            intKey("segment.index.bytes", 10 << 20, 4, Integer.MAX_VALUE, "Most bytes of one index file.");
    static final ConfigKey<Integer> INDEX_INTERVAL_BYTES =
            intKey("index.interval.bytes", 4096, 0, Integer.MAX_VALUE, "Bytes of log per index entry.");

    /** Files are never preallocated: they grow as they are written, whatever this key says. */
    static final ConfigKey<Boolean> PREALLOCATE =
            booleanKey("preallocate", false, "Whether a new segment file is given its full size at once.");

    static final List<ConfigKey<?>> KEYS = List.of(
            SEGMENT_BYTES, SEGMENT_MS, SEGMENT_JITTER_MS, SEGMENT_INDEX_BYTES, INDEX_INTERVAL_BYTES, PREALLOCATE);

    /** The active segment is not compacted: where compaction must not wait longer than this, it ends earlier. */
    SegmentConfig agedAtMost(long mostMs) {
        return new SegmentConfig(maxBytes, Math.min(maxAgeMs, mostMs), jitterMs, indexMaxBytes, indexIntervalBytes);
    }

    static SegmentConfig from(Map<String, String> properties) {
        PREALLOCATE.read(properties);
        return new SegmentConfig(
                SEGMENT_BYTES.read(properties),
                SEGMENT_MS.read(properties),
                SEGMENT_JITTER_MS.read(properties),
                SEGMENT_INDEX_BYTES.read(properties),
                INDEX_INTERVAL_BYTES.read(properties));
    }
}
