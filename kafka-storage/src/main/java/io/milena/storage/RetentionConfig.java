package io.milena.storage;

import static io.milena.common.config.ConfigKey.longKey;

import io.milena.common.config.ConfigKey;
import java.util.List;
import java.util.Map;

/**
 * How long a log keeps its segments.
 *
 * @param maxAgeMs oldest age of a segment's newest record; -1 for no limit
 * @param maxBytes most bytes of a partition; -1 for no limit
 * @param fileDeleteDelayMs from the removal of a segment to that of its files
 */
public record RetentionConfig(long maxAgeMs, long maxBytes, long fileDeleteDelayMs) {

    public static final long UNLIMITED = -1;

    static final ConfigKey<Long> RETENTION_MS = longKey(
            "retention.ms",
            604_800_000L,
            UNLIMITED,
            Long.MAX_VALUE,
            "Milliseconds after which a segment whose newest record is older goes away; -1 for no limit.");
    static final ConfigKey<Long> RETENTION_BYTES = longKey(
            "retention.bytes",
            UNLIMITED,
            Long.MIN_VALUE,
            Long.MAX_VALUE,
            "Most bytes that a partition keeps before old segments go away; negative for no limit.");
    static final ConfigKey<Long> FILE_DELETE_DELAY_MS = longKey(
            "file.delete.delay.ms",
            60_000L,
            0,
            Long.MAX_VALUE,
            "Milliseconds from the removal of a segment to that of its files.");

    static final List<ConfigKey<?>> KEYS = List.of(RETENTION_MS, RETENTION_BYTES, FILE_DELETE_DELAY_MS);

    static RetentionConfig from(Map<String, String> properties) {
        return new RetentionConfig(
                RETENTION_MS.read(properties), RETENTION_BYTES.read(properties), FILE_DELETE_DELAY_MS.read(properties));
    }
}
