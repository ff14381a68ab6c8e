package io.milena.common.config;

import java.util.Collections;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/** What all settings of one client are. Immutable. */
public final class SettingValues {

    private final Map<String, @Nullable Object> values;
    private final Map<String, @Nullable Object> originals;
    private final Set<String> unknown;

    SettingValues(Map<String, @Nullable Object> values, Map<String, @Nullable Object> originals, Set<String> unknown) {
        this.values = Collections.unmodifiableMap(values);
        this.originals = Collections.unmodifiableMap(originals);
        this.unknown = Collections.unmodifiableSet(unknown);
    }

    /**
     * The value of a setting that has one in any case: the user's or its default.
     *
     * @throws IllegalStateException if there is none, or the table does not have the setting
     */
    public <T> T get(Setting<T> setting) {
        T value = find(setting);
        if (value == null) {
            throw new IllegalStateException(setting.name() + " has no value");
        }
        return value;
    }

    /** The value of a setting; null if it has none. */
    @SuppressWarnings("unchecked") // the table put in what the setting of this name has read
    public <T> @Nullable T find(Setting<T> setting) {
        return (T) values.get(setting.name());
    }

    /** Whether the user gave a value, though it may be the default. */
    public boolean isGiven(Setting<?> setting) {
        return originals.get(setting.name()) != null;
    }

    /** Whether the client has the setting at all. */
    public boolean has(Setting<?> setting) {
        return values.containsKey(setting.name());
    }

    /** Everything by name, unknown keys left out. */
    public Map<String, @Nullable Object> values() {
        return values;
    }

    /** What the user gave, unknown keys included: for whatever the user plugs in. */
    public Map<String, @Nullable Object> originals() {
        return originals;
    }

    /** Keys that the user gave and the client does not know, in the order of the alphabet. */
    public Set<String> unknown() {
        return unknown;
    }

    /** Warns, in one line, of keys that the client does not know, if there are any. */
    public void warnOfUnknown(Logger log, String client) {
        if (!unknown.isEmpty()) {
            log.warn(
                    "{} does not know these settings, which are passed on to what is plugged in only: {}",
                    client,
                    unknown);
        }
    }

    /** Secrets show as what stands in their place. */
    @Override
    public String toString() {
        return values.toString();
    }
}
