package io.milena.server.settings;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A topic setting and the broker settings that give its default. Immutable.
 *
 * @param key the setting itself
 * @param synonyms broker settings consulted for the default, the first that is set wins
 */
public record TopicKey(KnownKey key, List<Synonym> synonyms) {

    public TopicKey {
        synonyms = List.copyOf(synonyms);
    }

    public String name() {
        return key.name();
    }

    /** The text that {@code brokerProperties} give this topic setting; null when none of its synonyms is set. */
    public @Nullable String valueFrom(Map<String, String> brokerProperties) {
        for (Synonym synonym : synonyms) {
            String text = brokerProperties.get(synonym.brokerKey());
            if (text != null) {
                return synonym.toTopicValue(text);
            }
        }
        return null;
    }

    /**
     * A broker setting with the same meaning.
     *
     * @param brokerKey its name
     * @param factor by how much its value is multiplied: hours and minutes become milliseconds
     */
    public record Synonym(String brokerKey, long factor) {

        /** The broker's text in the unit of the topic setting; a negative number, which stands for no limit, as -1. */
        public String toTopicValue(String brokerText) {
            if (factor == 1) {
                return brokerText;
            }
            long number = Long.parseLong(brokerText.trim());
            return Long.toString(number < 0 ? -1 : number * factor);
        }
    }
}
