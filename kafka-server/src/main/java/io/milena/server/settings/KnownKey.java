package io.milena.server.settings;

import io.milena.common.config.ConfigException;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A setting that is known by name. Immutable.
 *
 * @param name the key as users write it
 * @param type type of the value
 * @param defaultValue its text when the key is absent; null for none
 * @param allowed which values it may have
 * @param updates whether it may change while the broker runs
 */
public record KnownKey(
        String name, ValueType type, @Nullable String defaultValue, Allowed allowed, Updates updates) {

    /** Whether its value must never be shown. */
    public boolean isSensitive() {
        return type == ValueType.PASSWORD;
    }

    /**
     * Checks form and range of a value.
     *
     * @throws ConfigException naming key, value and what is allowed
     */
    public void check(String value) {
        String text = value.trim();
        if (!type.accepts(text)) {
            throw new ConfigException(name, shown(value), type.description());
        }
        for (String element : type == ValueType.LIST ? elements(text) : List.of(text)) {
            if (!allowed.permits(element)) {
                throw new ConfigException(name, shown(value), allowed.description());
            }
        }
    }

    /** The elements of a list's text, without blanks around them; none for the empty text. */
    public static List<String> elements(String text) {
        return text.isBlank()
                ? List.of()
                : Arrays.stream(text.split(",")).map(String::trim).toList();
    }

    private String shown(String value) {
        return isSensitive() ? "(hidden)" : value;
    }

    /** Whether a setting may change while the broker runs. */
    public enum Updates {
        /** Only in the file, at start. */
        READ_ONLY,
        /** For one broker. */
        PER_BROKER,
        /** For one broker or as the default of all. */
        CLUSTER_WIDE
    }
}
