package io.milena.server.settings;

import java.util.Locale;

/** Type of a setting's value, with its number in DescribeConfigs responses (KIP-226, KIP-569). */
public enum ValueType {
    BOOLEAN(1),
    STRING(2),
    INT(3),
    SHORT(4),
    LONG(5),
    DOUBLE(6),
    LIST(7),
    CLASS(8),
    PASSWORD(9);

    private final byte wireId;

    ValueType(int wireId) {
        this.wireId = (byte) wireId;
    }

    /** Number of this type on the wire. */
    public byte wireId() {
        return wireId;
    }

    static ValueType of(String name) {
        return valueOf(name.toUpperCase(Locale.ROOT));
    }

    /** Whether {@code text} has the form of this type; ranges are another matter. */
    boolean accepts(String text) {
        try {
            return switch (this) {
                case BOOLEAN -> text.equalsIgnoreCase("true") || text.equalsIgnoreCase("false");
                case INT -> Integer.parseInt(text) <= Integer.MAX_VALUE;
                case SHORT -> Short.parseShort(text) <= Short.MAX_VALUE;
                case LONG -> Long.parseLong(text) <= Long.MAX_VALUE;
                case DOUBLE -> !Double.isNaN(Double.parseDouble(text));
                case STRING, LIST, CLASS, PASSWORD -> true;
            };
        } catch (NumberFormatException e) {
            return false;
        }
    }

    /** What a value of this type looks like, for messages. */
    String description() {
        return switch (this) {
            case BOOLEAN -> "true or false";
            case INT, SHORT, LONG -> "a whole number of type " + name().toLowerCase(Locale.ROOT);
            case DOUBLE -> "a number";
            case STRING, CLASS, PASSWORD -> "a text";
            case LIST -> "a list separated by commas";
        };
    }
}
