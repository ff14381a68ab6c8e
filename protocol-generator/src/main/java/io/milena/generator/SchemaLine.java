package io.milena.generator;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One line of a schema file, cut into words: {@code word word ... key=value flag}. Knows where it stands, for errors.
 *
 * @param indent how deep the line is nested
 * @param words the leading words, up to the first attribute
 * @param attributes what is written as key=value
 * @param flags the single words behind the leading ones
 */
record SchemaLine(
        String file, int number, int indent, List<String> words, Map<String, String> attributes, Set<String> flags) {

    private static final int BLANKS_PER_LEVEL = 2;

    /** Cuts {@code text} up; the first {@code leading} words are no attributes. */
    static SchemaLine parse(String file, int number, String text) {
        int blanks = text.length() - text.stripLeading().length();
        if (blanks % BLANKS_PER_LEVEL != 0 || text.indexOf('\t') >= 0) {
            throw new SchemaException(file, number, "indented by " + blanks + " (expected: two blanks a level)");
        }
        List<String> all = List.of(text.strip().split(" +"));
        int leading = leadingWords(all);
        Map<String, String> attributes = new LinkedHashMap<>();
        Set<String> flags = new LinkedHashSet<>();
        for (String word : all.subList(leading, all.size())) {
            int equals = word.indexOf('=');
            String key = equals < 0 ? word : word.substring(0, equals);
            boolean added = equals < 0 ? flags.add(key) : attributes.put(key, word.substring(equals + 1)) == null;
            if (!added) {
                throw new SchemaException(file, number, "'" + key + "' is given twice");
            }
        }
        var words = new ArrayList<>(all.subList(0, leading));
        return new SchemaLine(file, number, blanks / BLANKS_PER_LEVEL, words, attributes, flags);
    }

    /** A field or structure has three words before its attributes ({@code name: type versions}), all else two. */
    private static int leadingWords(List<String> all) {
        boolean three = all.get(0).endsWith(":") || all.get(0).equals("struct");
        return Math.min(all.size(), three ? 3 : 2);
    }

    boolean isField() {
        return words.get(0).endsWith(":");
    }

    boolean isStruct() {
        return words.get(0).equals("struct");
    }

    /** The word at {@code index}, which the grammar demands. */
    String word(int index, String meaning) {
        if (index >= words.size()) {
            throw error("ends early (expected: " + meaning + ")");
        }
        return words.get(index);
    }

    @Nullable
    String attribute(String key) {
        return attributes.get(key);
    }

    /** The attribute as a range of versions; absent means none. */
    VersionRange range(String key) {
        String text = attributes.get(key);
        return text == null ? VersionRange.NONE : range(key, text);
    }

    VersionRange range(String what, String text) {
        try {
            return VersionRange.parse(text);
        } catch (IllegalArgumentException e) {
            throw error(what + ": " + e.getMessage());
        }
    }

    /** The attribute as a number of 0 or more; {@code absent} where it is not given. */
    int number(String key, int absent) {
        String text = attributes.get(key);
        if (text == null) {
            return absent;
        }
        if (!text.matches("[0-9]{1,5}")) {
            throw error(key + "=" + text + " (expected: a number)");
        }
        return Integer.parseInt(text);
    }

    /** Refuses attributes and flags that this kind of line does not know. */
    void allowOnly(Set<String> knownAttributes, Set<String> knownFlags) {
        for (String key : attributes.keySet()) {
            if (!knownAttributes.contains(key)) {
                throw error("unknown attribute '" + key + "'");
            }
        }
        for (String flag : flags) {
            if (!knownFlags.contains(flag)) {
                throw error("unknown flag '" + flag + "'");
            }
        }
    }

    SchemaException error(String what) {
        return new SchemaException(file, number, what);
    }
}
