package io.milena.tools;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Collects the settings of a client from what a user gives: a file, {@code key=value} words that stand over it, options
 * of the tool that stand over both, and defaults of the tool where nobody says anything. Confined to one thread.
 */
final class SettingsBuilder {

    private final Map<String, Object> settings = new LinkedHashMap<>();

    SettingsBuilder file(@Nullable String path) {
        if (path != null) {
            settings.putAll(PropertiesFile.read(path));
        }
        return this;
    }

    /** @param option that the words came with */
    SettingsBuilder words(String option, List<String> words) {
        settings.putAll(PropertiesFile.words(option, words));
        return this;
    }

    SettingsBuilder option(String key, @Nullable Object value) {
        if (value != null) {
            settings.put(key, String.valueOf(value));
        }
        return this;
    }

    SettingsBuilder byDefault(String key, Object value) {
        settings.putIfAbsent(key, String.valueOf(value));
        return this;
    }

    @Nullable
    Object given(String key) {
        return settings.get(key);
    }

    Map<String, Object> build() {
        return settings;
    }
}
