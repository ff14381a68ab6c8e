package io.milena.generator;

import org.jspecify.annotations.Nullable;

/**
 * One field of a message or structure, as its line in the schema says. Immutable.
 *
 * @param line where it stands
 * @param versions where the field exists, within the versions of its structure
 * @param nullable the versions that know null as a value
 * @param tag the number in the tagged section, or {@link #POSITIONAL}
 */
record FieldSpec(SchemaLine line, String name, FieldType type, VersionRange versions, VersionRange nullable, int tag) {

    static final int POSITIONAL = -1;

    private static final String NULL = "null";

    /** The default as written, or null where the schema gives none. */
    @Nullable
    String defaultText() {
        return line.attribute("default");
    }

    /** Whether a sender may drop a value that the version lacks. */
    boolean ignorable() {
        return line.flags().contains("ignorable");
    }

    boolean isTagged() {
        return tag != POSITIONAL;
    }

    boolean isNullable() {
        return !nullable.isEmpty() || type.is(Primitive.RECORDS);
    }

    /** Whether the value of a fresh message is null. Records have no other default. */
    boolean defaultsToNull() {
        return NULL.equals(defaultText()) || !type.array() && type.is(Primitive.RECORDS);
    }

    /** The name with a capital letter, as it appears inside method names. */
    String capitalName() {
        return Character.toUpperCase(name.charAt(0)) + name.substring(1);
    }
}
