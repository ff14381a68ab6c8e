package io.milena.server;

import io.milena.server.settings.WordTable;
import java.util.List;

/**
 * What this version does with each known broker setting: serve it, ignore it, or refuse to start with it. The list is a
 * resource, {@code key-support.txt}. Immutable.
 */
final class KeySupport {

    private static final String RESOURCE = "key-support.txt";

    private final List<Rule> rules;

    private KeySupport(List<Rule> rules) {
        this.rules = List.copyOf(rules);
    }

    /** Reads the list; takes a few milliseconds. */
    static KeySupport load() {
        return new KeySupport(WordTable.read(KeySupport.class, RESOURCE, 2).stream()
                .map(words -> new Rule(words[1], verdictNamed(words[0])))
                .toList());
    }

    private static Verdict verdictNamed(String word) {
        return switch (word) {
            case "served" -> Verdict.SERVED;
            case "ignored" -> Verdict.IGNORED;
            default -> throw new IllegalStateException(RESOURCE + ": " + word + " (expected: served or ignored)");
        };
    }

    /** What becomes of {@code key}, which the catalogue knows. */
    Verdict verdict(String key) {
        for (Rule rule : rules) {
            if (rule.covers(key)) {
                return rule.verdict();
            }
        }
        return Verdict.REFUSED;
    }

    /** The patterns of all rules, for comparison with the list of known keys. */
    List<String> patterns() {
        return rules.stream().map(Rule::pattern).toList();
    }

    /** What becomes of a key whose value differs from the default. */
    enum Verdict {
        SERVED,
        IGNORED,
        REFUSED
    }

    private record Rule(String pattern, Verdict verdict) {

        boolean covers(String key) {
            return pattern.endsWith("*")
                    ? key.startsWith(pattern.substring(0, pattern.length() - 1))
                    : key.equals(pattern);
        }
    }
}
