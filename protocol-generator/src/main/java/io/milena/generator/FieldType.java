package io.milena.generator;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The type of a field: a primitive or a structure, alone or in an array. Immutable.
 *
 * @param array whether the field holds a list of it
 * @param primitive the primitive, or null for a structure
 * @param name the name as the schema spells it
 */
record FieldType(boolean array, @Nullable Primitive primitive, String name) {

    private static final String ARRAY_PREFIX = "[]";

    /**
     * Reads the text form, such as {@code int32} or {@code []TopicData}.
     *
     * @throws IllegalArgumentException if it names neither a primitive nor, by its capital letter, a structure
     */
    static FieldType parse(String text) {
        boolean array = text.startsWith(ARRAY_PREFIX);
        String name = array ? text.substring(ARRAY_PREFIX.length()) : text;
        if (name.matches("[A-Z][A-Za-z0-9]*")) {
            return new FieldType(array, null, name);
        }
        for (Primitive primitive : Primitive.values()) {
            if (primitive.name().toLowerCase(Locale.ROOT).equals(name)) {
                return new FieldType(array, primitive, name);
            }
        }
        throw new IllegalArgumentException("type '" + text + "' (expected: a primitive or the name of a structure)");
    }

    boolean isStruct() {
        return primitive == null;
    }

    boolean is(Primitive other) {
        return primitive == other;
    }

    /** The Java type of one value or, for an array, of one element of the list. */
    String elementType() {
        if (primitive == null) {
            return name;
        }
        return array ? primitive.boxedType() : primitive.javaType();
    }

    String javaType() {
        return array ? "List<" + elementType() + ">" : elementType();
    }

    /** Whether null can be a value of the Java type. */
    boolean isReference() {
        return array || primitive == null || primitive.isObject();
    }
}
