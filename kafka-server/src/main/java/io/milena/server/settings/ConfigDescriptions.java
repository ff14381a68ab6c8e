package io.milena.server.settings;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Describes settings for operators: which value is in force, and which others were consulted, in the order in which
 * they win: the topic's own value, the broker's file, the default (KIP-226). Pure; immutable.
 *
 * <p>A topic setting that comes from a broker setting in hours or minutes names that one with its own value.
 */
public final class ConfigDescriptions {

    private final ConfigCatalogue catalogue;
    private final Map<String, String> brokerFile;

    /** {@code brokerFile} is what the broker was started with, overrides included. */
    public ConfigDescriptions(ConfigCatalogue catalogue, Map<String, String> brokerFile) {
        this.catalogue = catalogue;
        this.brokerFile = new TreeMap<>(brokerFile);
    }

    /** All settings of a topic with these values of its own, sorted by name. */
    public List<ConfigEntry> topic(Map<String, String> overrides) {
        return catalogue.topicKeys().stream()
                .map(key -> topicEntry(key, overrides))
                .toList();
    }

    /** All settings of this broker, sorted by name. */
    public List<ConfigEntry> broker() {
        return catalogue.brokerKeys().stream().map(this::brokerEntry).toList();
    }

    private ConfigEntry topicEntry(TopicKey topicKey, Map<String, String> overrides) {
        List<ConfigEntry.Synonym> synonyms = new ArrayList<>();
        String override = overrides.get(topicKey.name());
        if (override != null) {
            synonyms.add(new ConfigEntry.Synonym(topicKey.name(), override, ConfigSource.DYNAMIC_TOPIC_CONFIG));
        }
        for (TopicKey.Synonym synonym : topicKey.synonyms()) {
            catalogue.brokerKey(synonym.brokerKey()).ifPresent(key -> addFromFile(synonyms, key));
        }
        topicKey.synonyms().stream()
                .findFirst()
                .flatMap(synonym -> catalogue.brokerKey(synonym.brokerKey()))
                .filter(brokerKey -> brokerKey.defaultValue() != null)
                .ifPresent(brokerKey -> synonyms.add(byDefault(brokerKey)));
        return entry(topicKey.key(), topicValue(topicKey, override), synonyms);
    }

    private @Nullable String topicValue(TopicKey key, @Nullable String override) {
        if (override != null) {
            return override;
        }
        String fromBroker = key.valueFrom(brokerFile);
        return fromBroker != null ? fromBroker : key.key().defaultValue();
    }

    private ConfigEntry brokerEntry(KnownKey key) {
        List<ConfigEntry.Synonym> synonyms = new ArrayList<>();
        addFromFile(synonyms, key);
        if (key.defaultValue() != null) {
            synonyms.add(byDefault(key));
        }
        String value = brokerFile.getOrDefault(key.name(), key.defaultValue());
        return entry(key, key.isSensitive() ? null : value, synonyms);
    }

    private void addFromFile(List<ConfigEntry.Synonym> synonyms, KnownKey key) {
        String text = brokerFile.get(key.name());
        if (text != null) {
            String shown = key.isSensitive() ? null : text;
            synonyms.add(new ConfigEntry.Synonym(key.name(), shown, ConfigSource.STATIC_BROKER_CONFIG));
        }
    }

    private static ConfigEntry.Synonym byDefault(KnownKey key) {
        return new ConfigEntry.Synonym(key.name(), key.defaultValue(), ConfigSource.DEFAULT_CONFIG);
    }

    private static ConfigEntry entry(KnownKey key, @Nullable String value, List<ConfigEntry.Synonym> synonyms) {
        ConfigSource source = synonyms.isEmpty()
                ? ConfigSource.DEFAULT_CONFIG
                : synonyms.get(0).source();
        boolean readOnly = key.updates() == KnownKey.Updates.READ_ONLY;
        return new ConfigEntry(key, value, source, readOnly, synonyms);
    }
}
