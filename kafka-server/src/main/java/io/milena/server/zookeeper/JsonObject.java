package io.milena.server.zookeeper;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** An object of JSON as it was read, in the order of its text; asks for fields by name and type. Immutable. */
record JsonObject(Map<String, @Nullable Object> fields) {

    Set<String> names() {
        return fields.keySet();
    }

    boolean has(String name) {
        return fields.get(name) != null;
    }

    int integer(String name) {
        return integer(name, present(name));
    }

    int integer(String name, int whenAbsent) {
        return has(name) ? integer(name) : whenAbsent;
    }

    private static int integer(String name, Object value) {
        long number = number(name, value);
        if (number != (int) number) {
            throw new MalformedZnode(name + ": " + number + " (expected: a whole number of 32 bits)");
        }
        return (int) number;
    }

    /** A whole number, which older writers put into a string. */
    long number(String name) {
        return number(name, present(name));
    }

    private static long number(String name, Object value) {
        if (value instanceof Integer || value instanceof Long) {
            return ((Number) value).longValue();
        }
        try {
            return Long.parseLong(value.toString());
        } catch (NumberFormatException e) {
            throw new MalformedZnode(name + ": '" + value + "' (expected: a whole number of 64 bits)", e);
        }
    }

    /** The value as text, whatever its type. */
    String string(String name) {
        return present(name).toString();
    }

    @Nullable
    String stringOrNull(String name) {
        return has(name) ? string(name) : null;
    }

    JsonObject object(String name) {
        if (present(name) instanceof JsonObject object) {
            return object;
        }
        throw new MalformedZnode(name + ": not an object");
    }

    /** The object of that name, or one without fields. */
    JsonObject objectOrEmpty(String name) {
        return has(name) ? object(name) : new JsonObject(Map.of());
    }

    List<Integer> integers(String name) {
        List<Integer> values = new ArrayList<>();
        for (Object element : elements(name)) {
            values.add(integer(name, element));
        }
        return values;
    }

    List<String> strings(String name) {
        return elements(name).stream().map(Object::toString).toList();
    }

    List<JsonObject> objects(String name) {
        List<JsonObject> values = new ArrayList<>();
        for (Object element : elements(name)) {
            if (!(element instanceof JsonObject object)) {
                throw new MalformedZnode(name + ": not a list of objects");
            }
            values.add(object);
        }
        return values;
    }

    private List<Object> elements(String name) {
        if (!(present(name) instanceof List<?> list)) {
            throw new MalformedZnode(name + ": not a list");
        }
        List<Object> values = new ArrayList<>();
        for (Object element : list) {
            if (element == null) {
                throw new MalformedZnode(name + ": null in the list");
            }
            values.add(element);
        }
        return values;
    }

    private Object present(String name) {
        Object value = fields.get(name);
        if (value == null) {
            throw new MalformedZnode(name + ": missing");
        }
        return value;
    }
}
