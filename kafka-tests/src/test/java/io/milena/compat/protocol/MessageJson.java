package io.milena.compat.protocol;

import io.milena.common.Uuid;
import io.milena.protocol.RecordsField;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Objects;

/** Renders our messages as JSON in the form that the reference's converters use. */
final class MessageJson {

    private final Schema schema;
    private final short version;
    private final StringBuilder text = new StringBuilder();

    private MessageJson(Schema schema, short version) {
        this.schema = schema;
        this.version = version;
    }

    static String of(Schema schema, Object message, short version) {
        var json = new MessageJson(schema, version);
        json.struct(message, schema.fields());
        return json.text.toString();
    }

    private void struct(Object struct, List<Schema.Field> fields) {
        text.append('{');
        String comma = "";
        for (Schema.Field field : fields) {
            if (!field.versions().contains(version)) {
                continue;
            }
            Object value = OurMessages.get(struct, field.name());
            if (field.isTagged() && Objects.equals(value, defaultOf(struct, field))) {
                continue;
            }
            text.append(comma);
            comma = ",";
            member(field, value);
        }
        text.append('}');
    }

    private static Object defaultOf(Object struct, Schema.Field field) {
        try {
            Object fresh = struct.getClass().getConstructor().newInstance();
            return OurMessages.get(fresh, field.name());
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(struct.getClass().toString(), e);
        }
    }

    /** Of records only the size is shown. */
    private void member(Schema.Field field, Object value) {
        if (value instanceof RecordsField records) {
            quoted(field.name() + "SizeInBytes");
            text.append(':').append(records.sizeBytes());
            return;
        }
        quoted(field.name());
        text.append(':');
        if (value instanceof List<?> values) {
            text.append('[');
            String comma = "";
            for (Object each : new ArrayList<>(values)) {
                text.append(comma);
                comma = ",";
                value(field, each);
            }
            text.append(']');
        } else {
            value(field, value);
        }
    }

    private void value(Schema.Field field, Object value) {
        if (value == null || value instanceof Number || value instanceof Boolean) {
            text.append(value);
        } else if (value instanceof String || value instanceof Uuid) {
            quoted(value.toString());
        } else if (value instanceof byte[] bytes) {
            quoted(Base64.getEncoder().encodeToString(bytes));
        } else {
            struct(value, schema.fieldsOf(field));
        }
    }

    private void quoted(String value) {
        text.append('"');
        for (char each : value.toCharArray()) {
            if (each < ' ' || each == '"' || each == '\\') {
                text.append("\\u%04x".formatted((int) each));
            } else {
                text.append(each);
            }
        }
        text.append('"');
    }
}
