package io.milena.generator;

/** The types of the schema language that are not structures, with their faces in Java and on the wire. */
enum Primitive {
    BOOL("boolean", "Boolean", 1, "Bool"),
    INT8("byte", "Byte", Byte.BYTES, "Int8"),
    INT16("short", "Short", Short.BYTES, "Int16"),
    UINT16("int", "Integer", Short.BYTES, "Uint16"),
    INT32("int", "Integer", Integer.BYTES, "Int32"),
    UINT32("long", "Long", Integer.BYTES, "Uint32"),
    INT64("long", "Long", Long.BYTES, "Int64"),
    FLOAT64("double", "Double", Double.BYTES, "Float64"),
    UUID("Uuid", "Uuid", 2 * Long.BYTES, "Uuid"),
    STRING("String", "String", Primitive.VARIABLE, "String"),
    BYTES("byte[]", "byte[]", Primitive.VARIABLE, "Bytes"),
    RECORDS("RecordsField", "RecordsField", Primitive.VARIABLE, "Records");

    private static final int VARIABLE = -1;

    private final String javaType;
    private final String boxedType;
    private final int fixedBytes;
    private final String methodSuffix;

    Primitive(String javaType, String boxedType, int fixedBytes, String methodSuffix) {
        this.javaType = javaType;
        this.boxedType = boxedType;
        this.fixedBytes = fixedBytes;
        this.methodSuffix = methodSuffix;
    }

    String javaType() {
        return javaType;
    }

    /** The type as an element of a list. */
    String boxedType() {
        return boxedType;
    }

    boolean hasFixedSize() {
        return fixedBytes != VARIABLE;
    }

    /** Bytes on the wire; only for types of fixed size. */
    int fixedBytes() {
        return fixedBytes;
    }

    /** What the reading and writing methods of this type end in, as in {@code readInt32}. */
    String methodSuffix() {
        return methodSuffix;
    }

    /** Whether the Java value is a reference, to be compared by {@code equals}. */
    boolean isObject() {
        return this == UUID || this == STRING || this == BYTES || this == RECORDS;
    }
}
