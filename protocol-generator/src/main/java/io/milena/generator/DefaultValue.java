package io.milena.generator;

/** What a field holds in a fresh message, and the test whether it holds something else, as Java text. */
final class DefaultValue {

    private DefaultValue() {}

    /** Whether {@code text} can stand behind {@code default=} of a field of this type; null is not asked about. */
    static boolean isLiteralOf(FieldType type, String text) {
        if (type.array() || type.primitive() == null) {
            return false;
        }
        return switch (type.primitive()) {
            case BOOL -> text.equals("true") || text.equals("false");
            case INT8, INT16, UINT16, INT32, UINT32, INT64 -> isNumberWithin(type.primitive(), text);
            case FLOAT64 -> text.matches("-?[0-9]+(\\.[0-9]+)?");
            case STRING -> text.equals("\"\"");
            case UUID, BYTES, RECORDS -> false;
        };
    }

    private static boolean isNumberWithin(Primitive type, String text) {
        if (!text.matches("-?[0-9]{1,19}|0x[0-9a-fA-F]{1,15}")) {
            return false;
        }
        try {
            long value = Long.decode(text.matches("-?[0-9]+") ? text.replaceFirst("^(-?)0+(?=.)", "$1") : text);
            int bits = type.fixedBytes() * Byte.SIZE;
            return switch (type) {
                case UINT16, UINT32 -> value >= 0 && value < 1L << bits;
                case INT64 -> true;
                default -> value >= -(1L << bits - 1) && value < 1L << bits - 1;
            };
        } catch (NumberFormatException e) {
            return false;
        }
    }

    /** The initial value as a Java expression. */
    static String literal(FieldSpec field) {
        FieldType type = field.type();
        if (field.defaultsToNull()) {
            return "null";
        }
        if (type.array()) {
            return "List.of()";
        }
        if (type.primitive() == null) {
            return "new " + type.name() + "()";
        }
        String text = field.defaultText();
        return switch (type.primitive()) {
            case BOOL -> text == null ? "false" : text;
            case INT8, INT16, UINT16, INT32 -> text == null ? "0" : text;
            case UINT32, INT64 -> text == null ? "0L" : text + "L";
            case FLOAT64 -> text == null ? "0.0" : Double.toString(Double.parseDouble(text));
            case UUID -> "Uuid.ZERO";
            case STRING -> "\"\"";
            case BYTES -> "FieldReads.NO_BYTES";
            case RECORDS -> "null";
        };
    }

    /** A Java condition that holds when the field is not at its default. */
    static String differs(FieldSpec field) {
        String value = "this." + field.name();
        FieldType type = field.type();
        if (field.defaultsToNull()) {
            return value + " != null";
        }
        if (!type.isReference()) {
            return differsPrimitive(field, value);
        }
        String differs;
        if (type.array() || type.is(Primitive.STRING)) {
            differs = "!" + value + ".isEmpty()";
        } else if (type.is(Primitive.BYTES)) {
            differs = value + ".length != 0";
        } else {
            differs = "!" + value + ".equals(" + literal(field) + ")";
        }
        return field.isNullable() ? value + " == null || " + differs : differs;
    }

    private static String differsPrimitive(FieldSpec field, String value) {
        if (field.type().is(Primitive.BOOL)) {
            return literal(field).equals("true") ? "!" + value : value;
        }
        return value + " != " + literal(field);
    }
}
