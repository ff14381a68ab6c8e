package io.milena.generator;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Turns one field line of a schema into its specification. Used once for each line. */
final class FieldParser {

    private static final Set<String> ATTRIBUTES = Set.of("nullable", "tagged", "tag", "default", "entity");
    private static final Set<String> FLAGS = Set.of("ignorable", "mapKey", "zeroCopy");

    private final SchemaLine line;
    private final VersionRange enclosing;
    private final VersionRange flexible;

    FieldParser(SchemaLine line, VersionRange enclosing, VersionRange flexible) {
        this.line = line;
        this.enclosing = enclosing;
        this.flexible = flexible;
    }

    /** The third word of a field or structure line, such as {@code v3+}. */
    static VersionRange versions(SchemaLine line) {
        String text = line.word(2, "versions, as in v0+");
        if (!text.startsWith("v")) {
            throw line.error("'" + text + "' (expected: versions, as in v0+)");
        }
        return line.range("versions", text.substring(1));
    }

    FieldSpec field() {
        line.allowOnly(ATTRIBUTES, FLAGS);
        String name = line.word(0, "a name").replace(":", "");
        if (!name.matches("[a-z][A-Za-z0-9]*")) {
            throw line.error("field name '" + name + "' (expected: letters and digits, a small letter first)");
        }
        FieldType type = type();
        VersionRange versions = versions(line).intersect(enclosing);
        if (versions.isEmpty()) {
            throw line.error("field '" + name + "' exists in no version of what encloses it");
        }
        VersionRange nullable = line.range("nullable").intersect(versions);
        int tag = tag(versions);
        checkDefault(type, nullable, line.attribute("default"));
        return new FieldSpec(line, name, type, versions, nullable, tag);
    }

    private FieldType type() {
        try {
            return FieldType.parse(line.word(1, "a type"));
        } catch (IllegalArgumentException e) {
            throw line.error(e.getMessage());
        }
    }

    /** A field is tagged in all of its versions or in none, and only where a tagged section exists. */
    private int tag(VersionRange versions) {
        int tag = line.number("tag", FieldSpec.POSITIONAL);
        if ((tag == FieldSpec.POSITIONAL) != (line.attribute("tagged") == null)) {
            throw line.error("'tag' and 'tagged' go together");
        }
        if (tag != FieldSpec.POSITIONAL) {
            VersionRange tagged = line.range("tagged").intersect(enclosing);
            if (!tagged.equals(versions) || !versions.intersect(flexible).equals(versions)) {
                throw line.error("tagged=" + line.attribute("tagged")
                        + " (expected: all its versions, and all of them flexible)");
            }
        }
        return tag;
    }

    private void checkDefault(FieldType type, VersionRange nullable, @Nullable String text) {
        if (text == null) {
            return;
        }
        if (text.equals("null") ? nullable.isEmpty() : !DefaultValue.isLiteralOf(type, text)) {
            throw line.error("default=" + text + " (expected: a value of type " + type.name()
                    + ", or null for a field that knows null)");
        }
    }
}
