package io.milena.storage;

import static io.milena.common.config.ConfigKey.longKey;

import io.milena.common.config.ConfigKey;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What happens to the old records of a log.
 *
 * @param policies whether old segments are deleted, old values compacted away, or both
 * @param minDirtyRatio share of uncompacted bytes from which compaction begins
 * @param lag how long records are kept from compaction
 * @param deleteRetentionMs how long a tombstone stays after compaction first met it
 */
public record CleanerConfig(Set<Policy> policies, double minDirtyRatio, CompactionLag lag, long deleteRetentionMs) {

    /** What happens to old records. */
    public enum Policy {
        DELETE,
        COMPACT
    }

    /**
     * How long records are kept from compaction.
     *
     * @param minMs a record stays uncompacted at least so long
     * @param maxMs a record is compacted after so long at the latest
     */
    public record CompactionLag(long minMs, long maxMs) {}

    static final ConfigKey<Set<Policy>> CLEANUP_POLICY = new ConfigKey<>(
            "cleanup.policy",
            EnumSet.of(Policy.DELETE),
            "What happens to old records: delete, compact, or both with a comma between.",
            CleanerConfig::parsePolicies);
    static final ConfigKey<Double> MIN_DIRTY_RATIO = new ConfigKey<>(
            "min.cleanable.dirty.ratio",
            0.5,
            "Share of uncompacted bytes, 0 to 1, from which compaction begins.",
            CleanerConfig::parseRatio);
    static final ConfigKey<Long> MIN_COMPACTION_LAG_MS = longKey(
            "min.compaction.lag.ms", 0, 0, Long.MAX_VALUE, "Milliseconds that a record stays uncompacted at least.");
    static final ConfigKey<Long> MAX_COMPACTION_LAG_MS = longKey(
            "max.compaction.lag.ms",
            Long.MAX_VALUE,
            1,
            Long.MAX_VALUE,
            "Milliseconds that a record stays uncompacted at most.");
    static final ConfigKey<Long> DELETE_RETENTION_MS = longKey(
            "delete.retention.ms",
            86_400_000L,
            0,
            Long.MAX_VALUE,
            "Milliseconds that a tombstone stays after compaction first met it.");

    static final List<ConfigKey<?>> KEYS =
            List.of(CLEANUP_POLICY, MIN_DIRTY_RATIO, MIN_COMPACTION_LAG_MS, MAX_COMPACTION_LAG_MS, DELETE_RETENTION_MS);

    public boolean isCompacted() {
        return policies.contains(Policy.COMPACT);
    }

    public boolean isDeleted() {
        return policies.contains(Policy.DELETE);
    }

    static CleanerConfig from(Map<String, String> properties) {
        var lag = new CompactionLag(MIN_COMPACTION_LAG_MS.read(properties), MAX_COMPACTION_LAG_MS.read(properties));
        return new CleanerConfig(
                CLEANUP_POLICY.read(properties),
                MIN_DIRTY_RATIO.read(properties),
                lag,
                DELETE_RETENTION_MS.read(properties));
    }

    private static Set<Policy> parsePolicies(String text) {
        Set<Policy> policies = EnumSet.noneOf(Policy.class);
        for (String word : text.split(",")) {
            policies.add(
                    switch (word.trim()) {
                        case "delete" -> Policy.DELETE;
                        case "compact" -> Policy.COMPACT;
                        default -> throw new IllegalArgumentException("delete, compact or both with a comma between");
                    });
        }
        return policies;
    }

    private static double parseRatio(String text) {
        String expected = "a number from 0 to 1";
        double ratio;
        try {
            ratio = Double.parseDouble(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(expected, e);
        }
        if (!(ratio >= 0 && ratio <= 1)) {
            throw new IllegalArgumentException(expected);
        }
        return ratio;
    }
}
