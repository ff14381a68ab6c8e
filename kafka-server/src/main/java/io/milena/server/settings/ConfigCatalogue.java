package io.milena.server.settings;

import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * All settings that are known by name: those of brokers and those of topics, with type, default and range, and which
 * broker setting gives a topic setting its default. The lists are resources. Immutable.
 */
public final class ConfigCatalogue {

    private static final int COLUMNS = 6;

    /** A suggestion further away than this is no help. */
    private static final int FARTHEST_SUGGESTION = 6;

    private final Map<String, KnownKey> brokerKeys = new TreeMap<>();
    private final Map<String, TopicKey> topicKeys = new TreeMap<>();

    private ConfigCatalogue() {}

    /** Reads the lists; takes a few milliseconds. */
    public static ConfigCatalogue load() {
        var catalogue = new ConfigCatalogue();
        for (String[] columns : WordTable.read(ConfigCatalogue.class, "broker-keys.txt", COLUMNS)) {
            KnownKey key = knownKey(columns, updates(columns[5]));
            catalogue.brokerKeys.put(key.name(), key);
        }
        for (String[] columns : WordTable.read(ConfigCatalogue.class, "topic-keys.txt", COLUMNS)) {
            KnownKey key = knownKey(columns, KnownKey.Updates.PER_BROKER);
            catalogue.topicKeys.put(key.name(), new TopicKey(key, synonyms(columns[5])));
        }
        return catalogue;
    }

    /** All settings of brokers, sorted by name. */
    public Collection<KnownKey> brokerKeys() {
        return Collections.unmodifiableCollection(brokerKeys.values());
    }

    /** All settings of topics, sorted by name. */
    public Collection<TopicKey> topicKeys() {
        return Collections.unmodifiableCollection(topicKeys.values());
    }

    /** The broker setting of exactly this name. */
    public Optional<KnownKey> brokerKey(String name) {
        return Optional.ofNullable(brokerKeys.get(name));
    }

    /** The topic setting of exactly this name. */
    public Optional<TopicKey> topicKey(String name) {
        return Optional.ofNullable(topicKeys.get(name));
    }

    /** The known broker key that is spelt most like {@code name}; empty when none is close. */
    public Optional<String> nearestBrokerKey(String name) {
        String wanted = name.toLowerCase(Locale.ROOT);
        return brokerKeys.keySet().stream()
                .min((a, b) -> Integer.compare(distance(wanted, a), distance(wanted, b)))
                .filter(nearest -> distance(wanted, nearest) <= Math.min(FARTHEST_SUGGESTION, wanted.length() / 2));
    }

    /** What broker settings mean for topics: topic keys with the values that their synonyms give, no others. */
    public Map<String, String> topicDefaults(Map<String, String> brokerProperties) {
        Map<String, String> defaults = new TreeMap<>();
        for (TopicKey key : topicKeys.values()) {
            String value = key.valueFrom(brokerProperties);
            if (value != null) {
                defaults.put(key.name(), value);
            }
        }
        return defaults;
    }

    private static KnownKey knownKey(String[] columns, KnownKey.Updates updates) {
        return new KnownKey(
                columns[0], ValueType.of(columns[1]), defaultValue(columns[2]), Allowed.parse(columns[3]), updates);
    }

    private static @Nullable String defaultValue(String column) {
        return switch (column) {
            case "null" -> null;
            case "\"\"" -> "";
            default -> column;
        };
    }

    private static KnownKey.Updates updates(String column) {
        return KnownKey.Updates.valueOf(column.toUpperCase(Locale.ROOT).replace('-', '_'));
    }

    private static List<TopicKey.Synonym> synonyms(String column) {
        if (column.equals("-")) {
            return List.of();
        }
        return Stream.of(column.split(",")).map(ConfigCatalogue::synonym).toList();
    }

    private static TopicKey.Synonym synonym(String word) {
        int star = word.indexOf('*');
        return star < 0
                ? new TopicKey.Synonym(word, 1)
                : new TopicKey.Synonym(word.substring(0, star), Long.parseLong(word.substring(star + 1)));
    }

    /** Number of letters to insert, delete or replace until {@code a} reads {@code b} (Levenshtein). */
    private static int distance(String a, String b) {
        int[] above = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            above[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int[] row = new int[b.length() + 1];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int replaced = above[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                row[j] = Math.min(replaced, 1 + Math.min(above[j], row[j - 1]));
            }
            above = row;
        }
        return above[b.length()];
    }
}
