package io.milena.server.settings;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A setting as it is described to an operator: the value in force, where it comes from, and what would be in force
 * without that. Immutable.
 *
 * @param key the setting
 * @param value the value in force; null for none, and for one that must not be shown
 * @param source where the value comes from
 * @param readOnly whether it can only be changed in the file
 * @param synonyms every value that was consulted, the one in force first
 */
public record ConfigEntry(
        KnownKey key, @Nullable String value, ConfigSource source, boolean readOnly, List<Synonym> synonyms) {

    public ConfigEntry {
        synonyms = List.copyOf(synonyms);
    }

    /**
     * A value that was consulted.
     *
     * @param name the key it was found under
     * @param value its text; null when it must not be shown
     * @param source where it was found
     */
    public record Synonym(String name, @Nullable String value, ConfigSource source) {}
}
