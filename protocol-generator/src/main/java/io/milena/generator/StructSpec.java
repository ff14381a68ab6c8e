package io.milena.generator;

import java.util.List;

/**
 * A structure: a name and its fields in wire order. The top level of a message is one too. Immutable.
 *
 * @param versions where it exists, within the versions of its message
 */
record StructSpec(String name, VersionRange versions, List<FieldSpec> fields) {

    StructSpec {
        fields = List.copyOf(fields);
    }

    List<FieldSpec> positional() {
        return fields.stream().filter(field -> !field.isTagged()).toList();
    }

    /** The tagged fields in rising order of their tags. */
    List<FieldSpec> tagged() {
        return fields.stream()
                .filter(FieldSpec::isTagged)
                .sorted((left, right) -> Integer.compare(left.tag(), right.tag()))
                .toList();
    }
}
