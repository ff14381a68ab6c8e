package io.milena.common.config;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * All settings of one client, and how what a user gives becomes their values.
 *
 * <pre>
 * static final SettingTable TABLE = CommonSettings.TABLE.with(List.of(BATCH_SIZE, LINGER));
 * ...
 * SettingValues values = TABLE.read(properties);
 * int batchBytes = values.get(BATCH_SIZE);
 * </pre>
 *
 * <p>Immutable.
 */
public final class SettingTable {

    private final Map<String, Setting<?>> byName;

    private SettingTable(Map<String, Setting<?>> byName) {
        this.byName = byName;
    }

    /** These settings. */
    public static SettingTable of(Collection<Setting<?>> settings) {
        return new SettingTable(Map.of()).with(settings);
    }

    /** This table and these settings; one that is in both is taken from the latter. */
    public SettingTable with(Collection<? extends Setting<?>> more) {
        Map<String, Setting<?>> all = new LinkedHashMap<>(byName);
        more.forEach(setting -> all.put(setting.name(), setting));
        return new SettingTable(all);
    }

    /** In the order in which they were put in. */
    public Collection<Setting<?>> settings() {
        return byName.values();
    }

    /**
     * The values that a user gave, and the defaults of all others.
     *
     * @param given text or objects by key; null stands for the default where {@link Setting.Need} says so. Keys that
     *     are not here are kept, see {@link SettingValues#unknown}
     * @throws ConfigException naming key, value and what is allowed
     */
    public SettingValues read(Map<?, ?> given) {
        Map<String, @Nullable Object> originals = new LinkedHashMap<>();
        given.forEach((key, value) -> originals.put(nameOf(key), value));
        Map<String, @Nullable Object> values = new LinkedHashMap<>();
        byName.forEach((name, setting) -> {
            boolean isNull = originals.containsKey(name) && originals.get(name) == null;
            values.put(name, isNull ? setting.readNull() : setting.read(originals.get(name)));
        });
        Set<String> unknown = new TreeSet<>(originals.keySet());
        unknown.removeAll(byName.keySet());
        return new SettingValues(values, originals, unknown);
    }

    private static String nameOf(Object key) {
        if (key instanceof String name) {
            return name;
        }
        throw new ConfigException(String.valueOf(key), key.getClass().getName(), "keys that are strings");
    }
}
