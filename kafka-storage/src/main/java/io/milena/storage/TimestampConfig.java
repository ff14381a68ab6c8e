package io.milena.storage;

import static io.milena.common.config.ConfigKey.longKey;

import io.milena.common.config.ConfigKey;
import io.milena.common.record.TimestampType;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What a log does with the timestamps of records.
 *
 * @param type who sets them
 * @param beforeMaxMs how far in the past a producer's timestamp may lie
 * @param afterMaxMs how far in the future a producer's timestamp may lie
 */
public record TimestampConfig(TimestampType type, long beforeMaxMs, long afterMaxMs) {

    static final ConfigKey<TimestampType> TYPE = new ConfigKey<>(
            "message.timestamp.type",
            TimestampType.CREATE_TIME,
            "Whose clock gives the timestamps: CreateTime, the producer's; LogAppendTime, the broker's.",
            TimestampConfig::parseType);
    static final ConfigKey<Long> BEFORE_MAX_MS = longKey(
            "message.timestamp.before.max.ms",
            Long.MAX_VALUE,
            0,
            Long.MAX_VALUE,
            "Most milliseconds that a producer's timestamp may lie before the broker's clock.");
    static final ConfigKey<Long> AFTER_MAX_MS = longKey(
            "message.timestamp.after.max.ms",
            Long.MAX_VALUE,
            0,
            Long.MAX_VALUE,
            "Most milliseconds that a producer's timestamp may lie after the broker's clock.");
    static final ConfigKey<Long> DIFFERENCE_MAX_MS = longKey(
            "message.timestamp.difference.max.ms",
            Long.MAX_VALUE,
            0,
            Long.MAX_VALUE,
            "Both bounds at once; used where neither of the two is set. Deprecated.");

    static final List<ConfigKey<?>> KEYS = List.of(TYPE, BEFORE_MAX_MS, AFTER_MAX_MS, DIFFERENCE_MAX_MS);

    static TimestampConfig from(Map<String, String> properties) {
        long before = BEFORE_MAX_MS.read(properties);
        long after = AFTER_MAX_MS.read(properties);
        long difference = DIFFERENCE_MAX_MS.read(properties);
        boolean neither = before == Long.MAX_VALUE && after == Long.MAX_VALUE;
        return new TimestampConfig(TYPE.read(properties), neither ? difference : before, neither ? difference : after);
    }

    private static TimestampType parseType(String text) {
        return Stream.of(TimestampType.CREATE_TIME, TimestampType.LOG_APPEND_TIME)
                .filter(type -> type.name.equals(text))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        TimestampType.CREATE_TIME + " or " + TimestampType.LOG_APPEND_TIME));
    }
}
