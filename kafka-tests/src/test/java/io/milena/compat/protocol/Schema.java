package io.milena.compat.protocol;

import io.milena.testkit.ReferenceJars;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The schema of one message, read with as little code as possible and none of the generator's, so that a mistake there
 * does not hide here. The files are taken to be well formed.
 *
 * @param name of the message
 * @param versions all it has
 * @param flexible those in compact form
 * @param fields the top level
 * @param structs the fields of each structure by its name
 */
record Schema(String name, Versions versions, Versions flexible, List<Field> fields, Map<String, List<Field>> structs) {

    /** One field; {@code attributes} are as written, flags with an empty value. */
    record Field(String name, String type, Versions versions, Map<String, String> attributes) {

        boolean isArray() {
            return type.startsWith("[]");
        }

        String elementType() {
            return isArray() ? type.substring(2) : type;
        }

        boolean isStruct() {
            return Character.isUpperCase(elementType().charAt(0));
        }

        boolean isTagged() {
            return attributes.containsKey("tag");
        }

        boolean isNullableIn(int version) {
            return Versions.parse(attributes.getOrDefault("nullable", "none")).contains(version);
        }
    }

    List<Field> fieldsOf(Field field) {
        return structs.getOrDefault(field.elementType(), List.of());
    }

    /** Whether records are somewhere inside. */
    boolean hasRecords() {
        return Stream.concat(fields.stream(), structs.values().stream().flatMap(List::stream))
                .anyMatch(field -> field.type().equals("records"));
    }

    /** All messages of the project. */
    static List<Schema> all() {
        Path folder = ReferenceJars.moduleFolder().resolveSibling("kafka-clients/src/main/protocol");
        List<Schema> all = new ArrayList<>();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                readFile(Files.readAllLines(file), all);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return all;
    }

    private static void readFile(List<String> lines, List<Schema> all) {
        List<List<Field>> open = new ArrayList<>();
        for (String line : lines) {
            if (line.isBlank() || line.startsWith("#") || line.startsWith("api ")) {
                continue;
            }
            String[] words = line.strip().split(" +");
            int indent = (line.length() - line.stripLeading().length()) / 2;
            while (open.size() > Math.max(indent, 0)) {
                open.remove(open.size() - 1);
            }
            if (indent == 0) {
                all.add(message(words));
                open.add(all.get(all.size() - 1).fields());
            } else {
                open.add(member(words, all.get(all.size() - 1), open));
            }
        }
    }

    private static Schema message(String[] words) {
        Map<String, String> attributes = attributes(words, 2);
        return new Schema(
                words[1],
                Versions.parse(attributes.getOrDefault("versions", "none")),
                Versions.parse(attributes.getOrDefault("flexible", "none")),
                new ArrayList<>(),
                new LinkedHashMap<>());
    }

    /** Adds a field or a structure, and returns the list that lines below it belong to. */
    private static List<Field> member(String[] words, Schema message, List<List<Field>> open) {
        String struct = words[1];
        if (!words[0].equals("struct")) {
            Versions versions = Versions.parse(words[2].substring(1));
            var field = new Field(words[0].replace(":", ""), words[1], versions, attributes(words, 3));
            open.get(open.size() - 1).add(field);
            struct = field.elementType();
        }
        return message.structs().computeIfAbsent(struct, any -> new ArrayList<>());
    }

    private static Map<String, String> attributes(String[] words, int from) {
        Map<String, String> attributes = new LinkedHashMap<>();
        for (int i = from; i < words.length; i++) {
            String[] pair = words[i].split("=", 2);
            attributes.put(pair[0], pair.length == 1 ? "" : pair[1]);
        }
        return attributes;
    }
}
