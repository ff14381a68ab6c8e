package io.milena.arch;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaModifier;
import io.milena.common.config.ConfigKey;
import io.milena.server.settings.ConfigCatalogue;
import io.milena.server.settings.KnownKey;
import io.milena.server.settings.TopicKey;
import io.milena.storage.LogConfig;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** The settings that the code reads, as its {@link ConfigKey} constants declare them. Stateless. */
final class DeclaredSettings {

    private static final ConfigCatalogue CATALOGUE = ConfigCatalogue.load();

    /** Settings of topics that are checked, kept and given back, and that nothing acts on. */
    static final Set<String> TOPIC_KEYS_WITHOUT_EFFECT = Set.of(
            "follower.replication.throttled.replicas",
            "leader.replication.throttled.replicas",
            "local.retention.bytes",
            "local.retention.ms",
            "message.format.version",
            "preallocate",
            "remote.log.copy.disable",
            "remote.log.delete.on.disable",
            "remote.storage.enable");

    private DeclaredSettings() {}

    /** Keys of the broker itself, by name: every constant but those of topics. */
    static SortedMap<String, ConfigKey<?>> ofBroker() {
        List<String> topicKeys = LogConfig.keys().stream().map(ConfigKey::name).toList();
        SortedMap<String, ConfigKey<?>> keys = new TreeMap<>();
        for (JavaClass type : CompiledHouse.CLASSES) {
            for (ConfigKey<?> key : constantsOf(type)) {
                if (!topicKeys.contains(key.name())) {
                    keys.put(key.name(), key);
                }
            }
        }
        return keys;
    }

    private static List<ConfigKey<?>> constantsOf(JavaClass type) {
        List<ConfigKey<?>> keys = new ArrayList<>();
        for (JavaField field : type.getFields()) {
            boolean isConstant = field.getModifiers().contains(JavaModifier.STATIC)
                    && field.getRawType().isEquivalentTo(ConfigKey.class);
            if (isConstant) {
                keys.add(valueOf(field.reflect()));
            }
        }
        return keys;
    }

    private static ConfigKey<?> valueOf(Field field) {
        try {
            field.setAccessible(true);
            return (ConfigKey<?>) field.get(null);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Keys of the broker that give topic settings their default: the topic setting by the broker key. */
    static SortedMap<String, String> topicDefaults() {
        SortedMap<String, String> topicKeyOf = new TreeMap<>();
        for (TopicKey key : CATALOGUE.topicKeys()) {
            key.synonyms().forEach(synonym -> topicKeyOf.put(synonym.brokerKey(), key.name()));
        }
        return topicKeyOf;
    }

    /** The settings of the broker as rows of a table: key, default, meaning. */
    static List<String> brokerRows() {
        SortedMap<String, String> rows = new TreeMap<>();
        ofBroker().forEach((name, key) -> rows.put(name, row(name, defaultOf(name), key.doc())));
        topicDefaults().forEach((name, topicKey) -> {
            if (!TOPIC_KEYS_WITHOUT_EFFECT.contains(topicKey)) {
                rows.put(name, row(name, defaultOf(name), "Default of the topic setting `" + topicKey + "`."));
            }
        });
        return List.copyOf(rows.values());
    }

    /** The settings of topics as rows of a table: key, default, meaning. */
    static List<String> topicRows() {
        Map<String, String> rows = new TreeMap<>();
        for (ConfigKey<?> key : LogConfig.keys()) {
            String effect = TOPIC_KEYS_WITHOUT_EFFECT.contains(key.name()) ? " Without effect in this version." : "";
            String byDefault = CATALOGUE
                    .topicKey(key.name())
                    .map(TopicKey::key)
                    .map(KnownKey::defaultValue)
                    .orElse("");
            rows.put(key.name(), row(key.name(), byDefault, key.doc() + effect));
        }
        return List.copyOf(rows.values());
    }

    private static String defaultOf(String brokerKey) {
        return CATALOGUE.brokerKey(brokerKey).map(KnownKey::defaultValue).orElse("");
    }

    private static String row(String name, String byDefault, String meaning) {
        return "| `" + name + "` | " + byDefault + " | " + meaning + " |";
    }
}
