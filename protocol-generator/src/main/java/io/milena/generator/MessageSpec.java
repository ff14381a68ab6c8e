package io.milena.generator;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;

/**
 * One message: its top level and every structure inside it. Immutable.
 *
 * @param kind what the schema calls it: request, response, data ...
 * @param key the API key, or {@link #NO_KEY}
 * @param flexible the versions in compact form with tagged sections
 * @param deprecated the versions that clients should no longer send (KIP-896); they begin with the first
 * @param root the top level, named as the message
 * @param structs all structures by name, in the order of the schema
 */
record MessageSpec(
        String kind,
        int key,
        VersionRange flexible,
        VersionRange deprecated,
        StructSpec root,
        Map<String, StructSpec> structs) {

    static final int NO_KEY = -1;

    String name() {
        return root.name();
    }

    VersionRange versions() {
        return root.versions();
    }

    StructSpec structOf(FieldSpec field) {
        var struct = structs.get(field.type().name());
        if (struct == null) {
            throw new IllegalStateException(
                    "unresolved structure " + field.type().name() + " in " + name());
        }
        return struct;
    }

    /** Whether a field of type records lies in {@code struct} or below it, so that it has something to release. */
    boolean carriesRecords(StructSpec struct) {
        return struct.fields().stream()
                .anyMatch(field -> field.type().isStruct()
                        ? carriesRecords(structOf(field))
                        : field.type().is(Primitive.RECORDS));
    }

    /** Whether an error code lies in {@code struct} or below it. */
    boolean carriesErrors(StructSpec struct) {
        return struct.fields().stream()
                .anyMatch(field ->
                        field.type().isStruct() ? carriesErrors(structOf(field)) : ErrorsEmitter.isError(field));
    }

    /** The names of the structures that contain themselves: none, or reading could recurse without end. */
    List<String> recursiveStructs() {
        List<String> found = new ArrayList<>();
        for (StructSpec struct : structs.values()) {
            if (reaches(struct, struct)) {
                found.add(struct.name());
            }
        }
        return found;
    }

    private boolean reaches(StructSpec from, StructSpec target) {
        Deque<StructSpec> open = new ArrayDeque<>(List.of(from));
        List<StructSpec> seen = new ArrayList<>();
        while (!open.isEmpty()) {
            for (FieldSpec field : open.pop().fields()) {
                if (!field.type().isStruct() || seen.contains(structOf(field))) {
                    continue;
                }
                seen.add(structOf(field));
                open.push(structOf(field));
            }
        }
        return seen.contains(target);
    }
}
