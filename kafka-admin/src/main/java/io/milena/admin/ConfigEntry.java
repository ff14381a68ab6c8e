package io.milena.admin;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One setting of one resource. Immutable.
 *
 * @param value null if it is secret, or has none
 * @param source where the value comes from
 * @param isSensitive whether it is secret
 * @param isReadOnly whether it can be changed only where it was set
 * @param synonyms where else the value could come from, what counts first; empty if that was not asked
 * @param documentation what it means; null if that was not asked
 */
public record ConfigEntry(
        String name,
        @Nullable String value,
        ConfigSource source,
        boolean isSensitive,
        boolean isReadOnly,
        List<ConfigSynonym> synonyms,
        ConfigType type,
        @Nullable String documentation) {

    public ConfigEntry(String name, String value) {
        this(name, value, ConfigSource.UNKNOWN, false, false, List.of(), ConfigType.UNKNOWN, null);
    }

    /** Whether nobody has set it. */
    public boolean isDefault() {
        return source == ConfigSource.DEFAULT_CONFIG;
    }

    /** Where a value comes from; the order of the protocol's numbers, with what comes first for 0. */
    public enum ConfigSource {
        UNKNOWN,
        DYNAMIC_TOPIC_CONFIG,
        DYNAMIC_BROKER_CONFIG,
        DYNAMIC_DEFAULT_BROKER_CONFIG,
        STATIC_BROKER_CONFIG,
        DEFAULT_CONFIG,
        DYNAMIC_BROKER_LOGGER_CONFIG,
        DYNAMIC_CLIENT_METRICS_CONFIG;

        static ConfigSource of(byte id) {
            return id > 0 && id < values().length ? values()[id] : UNKNOWN;
        }
    }

    /** What kind of value it is; the order of the protocol's numbers. */
    public enum ConfigType {
        UNKNOWN,
        BOOLEAN,
        STRING,
        INT,
        SHORT,
        LONG,
        DOUBLE,
        LIST,
        CLASS,
        PASSWORD;

        static ConfigType of(byte id) {
            return id > 0 && id < values().length ? values()[id] : UNKNOWN;
        }
    }

    /** One place that a value could come from. */
    public record ConfigSynonym(String name, @Nullable String value, ConfigSource source) {}
}
