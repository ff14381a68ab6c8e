package io.milena.storage;

import io.milena.common.config.ConfigException;
import io.milena.common.config.ConfigKey;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The settings of one log: the broker's defaults with the topic's own values over them. Immutable; a change of the
 * topic's settings gives the log a new one.
 */
public record LogConfig(
        RetentionConfig retention,
        SegmentConfig segment,
        MessageConfig message,
        FlushConfig flush,
        CleanerConfig cleaner,
        ReplicationConfig replication) {

    private static final Map<String, ConfigKey<?>> KEYS = Stream.of(
                    RetentionConfig.KEYS,
                    SegmentConfig.KEYS,
                    MessageConfig.KEYS,
                    TimestampConfig.KEYS,
                    CompressionConfig.KEYS,
                    FlushConfig.KEYS,
                    CleanerConfig.KEYS,
                    ReplicationConfig.KEYS,
                    TieringConfig.KEYS)
            .flatMap(List::stream)
            .collect(Collectors.toUnmodifiableMap(ConfigKey::name, Function.identity()));

    /** With every key at its default. */
    public static LogConfig defaults() {
        return from(Map.of(), Map.of());
    }

    /**
     * Reads the settings of a topic.
     *
     * @param brokerDefaults values of the broker, under the names of the topic's keys
     * @param overrides values of the topic
     * @throws ConfigException naming key, value and what is allowed, also for a key of {@code overrides} that no
     *     topic has
     */
    public static LogConfig from(Map<String, String> brokerDefaults, Map<String, String> overrides) {
        for (Map.Entry<String, String> override : overrides.entrySet()) {
            if (!KEYS.containsKey(override.getKey())) {
                throw new ConfigException(override.getKey() + ": not a setting of topics");
            }
        }
        Map<String, String> properties = new HashMap<>(brokerDefaults);
        properties.putAll(overrides);
        return read(properties);
    }

    private static LogConfig read(Map<String, String> properties) {
        TieringConfig.check(properties);
        CleanerConfig cleaner = CleanerConfig.from(properties);
        SegmentConfig segment = SegmentConfig.from(properties);
        return new LogConfig(
                RetentionConfig.from(properties),
                cleaner.isCompacted() ? segment.agedAtMost(cleaner.lag().maxMs()) : segment,
                MessageConfig.from(properties),
                FlushConfig.from(properties),
                cleaner,
                ReplicationConfig.from(properties));
    }

    /** Every setting that a topic can have, by name; sorted. */
    public static List<ConfigKey<?>> keys() {
        return KEYS.values().stream()
                .sorted(Comparator.comparing(ConfigKey::name))
                .collect(Collectors.toUnmodifiableList());
    }
}
