package io.milena.admin;

import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The settings of one resource. Immutable. */
public final class Config {

    /** A hash map, because its order is the one in which tools of the original print settings. */
    private final Map<String, ConfigEntry> entries = new HashMap<>();

    public Config(Collection<ConfigEntry> entries) {
        entries.forEach(entry -> this.entries.put(entry.name(), entry));
    }

    public Collection<ConfigEntry> entries() {
        return Collections.unmodifiableCollection(entries.values());
    }

    /** The setting of this name; null if there is none. */
    public @Nullable ConfigEntry get(String name) {
        return entries.get(name);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Config that && entries.equals(that.entries);
    }

    @Override
    public int hashCode() {
        return entries.hashCode();
    }

    @Override
    public String toString() {
        return "Config" + entries.values();
    }
}
