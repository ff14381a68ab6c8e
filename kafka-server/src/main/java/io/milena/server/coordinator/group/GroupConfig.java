package io.milena.server.coordinator.group;

import io.milena.common.config.ConfigKey;
import java.util.List;
import java.util.Map;

/**
 * The settings of groups and their offsets.
 *
 * @param minSessionMs shortest session time-out that a member may ask for
 * @param maxSessionMs longest one
 * @param initialDelayMs how long an empty group waits for more members after its first
 * @param maxSize most members of a group
 * @param maxMetadataLength most characters of the text beside an offset
 * @param retentionMs how long offsets outlive the last member of their group
 * @param retentionCheckMs how often that is looked at
 */
public record GroupConfig(
        int minSessionMs,
        int maxSessionMs,
        int initialDelayMs,
        int maxSize,
        int maxMetadataLength,
        long retentionMs,
        long retentionCheckMs) {

    public static final ConfigKey<Integer> MIN_SESSION_TIMEOUT_MS = ConfigKey.intKey(
            "group.min.session.timeout.ms",
            6_000,
            Integer.MIN_VALUE,
            Integer.MAX_VALUE,
            "Shortest session time-out that a member of a group may ask for, in milliseconds.");
    public static final ConfigKey<Integer> MAX_SESSION_TIMEOUT_MS = ConfigKey.intKey(
            "group.max.session.timeout.ms",
            1_800_000,
            Integer.MIN_VALUE,
            Integer.MAX_VALUE,
            "Longest session time-out that a member of a group may ask for, in milliseconds.");
    public static final ConfigKey<Integer> INITIAL_REBALANCE_DELAY_MS = ConfigKey.intKey(
            "group.initial.rebalance.delay.ms",
            3_000,
            Integer.MIN_VALUE,
            Integer.MAX_VALUE,
            "How many milliseconds an empty group waits for more members after the first one.");
    public static final ConfigKey<Integer> MAX_SIZE =
            ConfigKey.intKey("group.max.size", Integer.MAX_VALUE, 1, Integer.MAX_VALUE, "Most members of one group.");
    public static final ConfigKey<Integer> OFFSET_METADATA_MAX = ConfigKey.intKey(
            "offset.metadata.max.bytes",
            4_096,
            Integer.MIN_VALUE,
            Integer.MAX_VALUE,
            "Most characters of the text that a client may leave with an offset.");
    public static final ConfigKey<Integer> RETENTION_MINUTES = ConfigKey.intKey(
            "offsets.retention.minutes",
            10_080,
            1,
            Integer.MAX_VALUE,
            "How many minutes offsets are kept after their group lost its last member, or, where there never was one,"
                    + " after they were committed.");
    public static final ConfigKey<Long> RETENTION_CHECK_MS = ConfigKey.longKey(
            "offsets.retention.check.interval.ms",
            600_000,
            1,
            Long.MAX_VALUE,
            "Every how many milliseconds offsets whose time is over are looked for.");

    /** Every key of this record. */
    public static final List<ConfigKey<?>> KEYS = List.of(
            MIN_SESSION_TIMEOUT_MS,
            MAX_SESSION_TIMEOUT_MS,
            INITIAL_REBALANCE_DELAY_MS,
            MAX_SIZE,
            OFFSET_METADATA_MAX,
            RETENTION_MINUTES,
            RETENTION_CHECK_MS);

    private static final long MINUTE_MS = 60_000L;

    /** Reads the keys of this record. */
    public static GroupConfig from(Map<String, String> properties) {
        return new GroupConfig(
                MIN_SESSION_TIMEOUT_MS.read(properties),
                MAX_SESSION_TIMEOUT_MS.read(properties),
                INITIAL_REBALANCE_DELAY_MS.read(properties),
                MAX_SIZE.read(properties),
                OFFSET_METADATA_MAX.read(properties),
                RETENTION_MINUTES.read(properties) * MINUTE_MS,
                RETENTION_CHECK_MS.read(properties));
    }
}
