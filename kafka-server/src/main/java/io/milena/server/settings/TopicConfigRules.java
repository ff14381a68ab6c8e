package io.milena.server.settings;

import io.milena.common.config.ConfigException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Which settings a topic may have, and what an edit makes of them. Pure; immutable. */
public final class TopicConfigRules {

    private final ConfigCatalogue catalogue;

    public TopicConfigRules(ConfigCatalogue catalogue) {
        this.catalogue = catalogue;
    }

    /**
     * Checks a topic's own settings, each by itself.
     *
     * @throws ConfigException if one is unknown or has a value that is not allowed
     */
    public void check(Map<String, String> overrides) {
        overrides.forEach((name, value) -> known(name).check(value));
    }

    /**
     * What {@code current} becomes by {@code edits}, in their order; checked as a whole.
     *
     * @throws ConfigException if an edit cannot be made or its outcome is not allowed
     */
    public Map<String, String> edited(Map<String, String> current, List<ConfigEdit> edits) {
        Map<String, String> next = new TreeMap<>(current);
        for (ConfigEdit edit : edits) {
            KnownKey key = known(edit.name());
            String value = edit.value();
            if (edit.operation() == ConfigEdit.Operation.DELETE) {
                next.remove(edit.name());
                continue;
            }
            if (value == null) {
                throw new ConfigException(
                        edit.name() + ": null (expected: a value; to go back to the default, delete it)");
            }
            next.put(edit.name(), applied(key, edit.operation(), next.get(edit.name()), value));
        }
        check(next);
        return next;
    }

    private String applied(KnownKey key, ConfigEdit.Operation operation, @Nullable String current, String value) {
        if (operation == ConfigEdit.Operation.SET) {
            return value;
        }
        if (key.type() != ValueType.LIST) {
            throw new ConfigException(key.name(), value, "SET or DELETE, since it is not a list");
        }
        String before = current != null ? current : String.valueOf(key.defaultValue());
        Set<String> elements = new LinkedHashSet<>(KnownKey.elements(before));
        if (operation == ConfigEdit.Operation.APPEND) {
            elements.addAll(KnownKey.elements(value));
        } else {
            KnownKey.elements(value).forEach(elements::remove);
        }
        return String.join(",", elements);
    }

    private KnownKey known(String name) {
        return catalogue
                .topicKey(name)
                .orElseThrow(() -> new ConfigException("Unknown topic config name: " + name))
                .key();
    }
}
