package io.milena.server;

import io.milena.common.Invariant;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * What this version does with each known broker setting: serve it, ignore it, or refuse to start with it. The list is a
 * resource, {@code key-support.txt}. Immutable.
 */
final class KeySupport {

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

    private static final String RESOURCE = "key-support.txt";

    private final List<Rule> rules;

    private KeySupport(List<Rule> rules) {
        this.rules = List.copyOf(rules);
    }

    static KeySupport load() {
        List<Rule> rules = new ArrayList<>();
        try (InputStream resource = KeySupport.class.getResourceAsStream(RESOURCE)) {
            if (resource == null) {
                throw new IllegalStateException(RESOURCE + " is missing from the jar");
            }
            var reader = new BufferedReader(new InputStreamReader(resource, StandardCharsets.UTF_8));
            reader.lines()
                    .filter(line -> !line.isBlank() && line.charAt(0) != '#')
                    .forEach(line -> rules.add(rule(line)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new KeySupport(rules);
    }

    private static Rule rule(String line) {
        String[] words = line.trim().split("\\s+");
        Invariant.check(words.length == 2, RESOURCE + " has lines of two words: " + line);
        return new Rule(words[1], words[0].equals("served") ? Verdict.SERVED : Verdict.IGNORED);
    }

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
}
