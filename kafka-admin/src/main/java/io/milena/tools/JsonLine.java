package io.milena.tools;

import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One JSON object on one line, its fields in the order in which they were put in. Confined to one thread. */
final class JsonLine {

    private static final char FIRST_PRINTABLE = ' ';

    private final Map<String, @Nullable Object> fields = new LinkedHashMap<>();

    /** @param value text, a number, a truth, null, another object, or a collection of these */
    JsonLine with(String name, @Nullable Object value) {
        fields.put(name, value);
        return this;
    }

    @Override
    public String toString() {
        var text = new StringBuilder();
        append(this, text);
        return text.toString();
    }

    private static void append(@Nullable Object value, StringBuilder text) {
        if (value instanceof JsonLine line) {
            appendFields(line.fields, text);
        } else if (value instanceof Collection<?> all) {
            appendAll(all, text);
        } else if (value == null || value instanceof Number || value instanceof Boolean) {
            text.append(value);
        } else {
            appendText(value.toString(), text);
        }
    }

    private static void appendFields(Map<String, @Nullable Object> fields, StringBuilder text) {
        text.append('{');
        String comma = "";
        for (Map.Entry<String, @Nullable Object> field : fields.entrySet()) {
            text.append(comma);
            appendText(field.getKey(), text);
            text.append(':');
            append(field.getValue(), text);
            comma = ",";
        }
        text.append('}');
    }

    private static void appendAll(Collection<?> all, StringBuilder text) {
        text.append('[');
        Iterator<?> each = all.iterator();
        while (each.hasNext()) {
            append(each.next(), text);
            text.append(each.hasNext() ? "," : "");
        }
        text.append(']');
    }

    private static void appendText(String value, StringBuilder text) {
        text.append('"');
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            switch (c) {
                case '"' -> text.append("\\\"");
                case '\\' -> text.append("\\\\");
                case '\n' -> text.append("\\n");
                case '\r' -> text.append("\\r");
                case '\t' -> text.append("\\t");
                default -> text.append(c < FIRST_PRINTABLE ? String.format("\\u%04X", (int) c) : String.valueOf(c));
            }
        }
        text.append('"');
    }
}
