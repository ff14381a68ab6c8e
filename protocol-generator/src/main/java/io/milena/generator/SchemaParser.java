package io.milena.generator;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Reads one schema file: line by line, deeper lines belonging to the line above. Used once; not thread-safe.
 *
 * <pre>
 *   api Name attributes                       a summary, not needed here
 *   request Name attributes                   also response, data
 *     struct Name vRange                      a structure used by name
 *       name: type vRange attributes
 *     name: []Name vRange attributes          a structure where it is used
 *       name: type vRange attributes
 * </pre>
 */
final class SchemaParser {

    private static final Set<String> KINDS = Set.of("request", "response", "data");

    private static final Set<String> MESSAGE_ATTRIBUTES =
            Set.of("key", "versions", "flexible", "deprecated", "listeners", "in3.9.2", "in4.4.0");

    private static final Set<String> MESSAGE_FLAGS = Set.of("unstableLatest");

    private final List<SchemaLine> lines = new ArrayList<>();
    private int next;

    private final Map<String, StructSpec> structs = new LinkedHashMap<>();
    private VersionRange flexible = VersionRange.NONE;

    private SchemaParser(String file, List<String> text) {
        int number = 0;
        for (String line : text) {
            number++;
            if (!line.isBlank() && !line.startsWith("#")) {
                lines.add(SchemaLine.parse(file, number, line));
            }
        }
    }

    /**
     * The messages of one file.
     *
     * @param file the name for error messages
     * @throws SchemaException if the text breaks the grammar
     */
    static List<MessageSpec> parse(String file, List<String> text) {
        return new SchemaParser(file, text).messages();
    }

    private List<MessageSpec> messages() {
        List<MessageSpec> messages = new ArrayList<>();
        while (next < lines.size()) {
            SchemaLine line = lines.get(next++);
            if (line.indent() != 0) {
                throw line.error("indented, but nothing is open to hold it");
            }
            if (!line.words().get(0).equals("api")) {
                messages.add(message(line));
            }
        }
        return messages;
    }

    private MessageSpec message(SchemaLine line) {
        if (!KINDS.contains(line.words().get(0))) {
            throw line.error("'" + line.words().get(0) + "' (expected: api, request, response or data)");
        }
        line.allowOnly(MESSAGE_ATTRIBUTES, MESSAGE_FLAGS);
        structs.clear();
        flexible = line.range("flexible");
        String name = line.word(1, "the name of the message");
        VersionRange versions = line.range("versions");
        if (versions.isEmpty() || versions.high() == VersionRange.OPEN) {
            throw line.error("versions=" + versions + " (expected: a range with an end)");
        }
        List<FieldSpec> fields = members(1, versions);
        int key = line.number("key", MessageSpec.NO_KEY);
        var root = new StructSpec(name, versions, fields);
        var message = new MessageSpec(
                line.words().get(0), key, flexible, deprecated(line, versions), root, new LinkedHashMap<>(structs));
        new MessageCheck(message, line).check();
        return message;
    }

    private static VersionRange deprecated(SchemaLine line, VersionRange versions) {
        VersionRange deprecated = line.range("deprecated");
        if (!deprecated.isEmpty() && (deprecated.low() != versions.low() || deprecated.high() >= versions.high())) {
            throw line.error("deprecated=" + deprecated + " (expected: the first of the versions, and not all)");
        }
        return deprecated;
    }

    /** The fields at depth {@code indent}; structures that stand between them are noted on the way. */
    private List<FieldSpec> members(int indent, VersionRange enclosing) {
        List<FieldSpec> fields = new ArrayList<>();
        while (next < lines.size() && lines.get(next).indent() >= indent) {
            SchemaLine line = lines.get(next++);
            if (line.indent() > indent) {
                throw line.error("indented too deep: the line above is no structure");
            }
            if (line.isStruct() && indent == 1) {
                sharedStruct(line, enclosing);
            } else if (line.isField()) {
                fields.add(field(line, enclosing));
            } else {
                throw line.error("'" + line.words().get(0) + "' (expected: a field, as in 'name: type v0+')");
            }
        }
        return fields;
    }

    private void sharedStruct(SchemaLine line, VersionRange enclosing) {
        line.allowOnly(Set.of(), Set.of());
        VersionRange versions = FieldParser.versions(line).intersect(enclosing);
        struct(line, line.word(1, "the name of the structure"), versions);
    }

    private FieldSpec field(SchemaLine line, VersionRange enclosing) {
        FieldSpec field = new FieldParser(line, enclosing, flexible).field();
        boolean hasChildren = next < lines.size() && lines.get(next).indent() > line.indent();
        if (hasChildren) {
            if (!field.type().isStruct()) {
                throw lines.get(next).error("indented too deep: the line above is no structure");
            }
            struct(line, field.type().name(), field.versions());
        }
        return field;
    }

    private void struct(SchemaLine line, String name, VersionRange versions) {
        List<FieldSpec> fields = members(line.indent() + 1, versions);
        if (fields.isEmpty()) {
            throw line.error("structure " + name + " has no field");
        }
        if (structs.put(name, new StructSpec(name, versions, fields)) != null) {
            throw line.error("structure " + name + " is there twice");
        }
    }
}
