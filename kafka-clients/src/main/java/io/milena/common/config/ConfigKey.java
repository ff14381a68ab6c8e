package io.milena.common.config;

import java.util.Map;
import java.util.function.Function;

/**
 * One setting: its name, default, meaning, and how its text becomes a value. Immutable.
 *
 * @param name the key as users write it
 * @param defaultValue value when the key is absent
 * @param doc what it means, with its unit
 * @param parser turns text into a value, or throws {@link IllegalArgumentException} saying what is expected
 */
public record ConfigKey<T>(String name, T defaultValue, String doc, Function<String, T> parser) {

    /**
     * The value in {@code properties}, or the default when the key is absent.
     *
     * @throws ConfigException naming key, value and what is allowed
     */
    public T read(Map<String, String> properties) {
        String text = properties.get(name);
        return text == null ? defaultValue : parse(text);
    }

    /**
     * The value that {@code text} stands for.
     *
     * @throws ConfigException naming key, value and what is allowed
     */
    public T parse(String text) {
        try {
            return parser.apply(text.trim());
        } catch (IllegalArgumentException e) {
            throw new ConfigException(name, text, String.valueOf(e.getMessage()));
        }
    }

    /** An int from {@code min} to {@code max}, both inclusive. */
    public static ConfigKey<Integer> intKey(String name, int defaultValue, int min, int max, String doc) {
        return new ConfigKey<>(name, defaultValue, doc, text -> (int) parseWhole(text, min, max));
    }

    /** A long from {@code min} to {@code max}, both inclusive. */
    public static ConfigKey<Long> longKey(String name, long defaultValue, long min, long max, String doc) {
        return new ConfigKey<>(name, defaultValue, doc, text -> parseWhole(text, min, max));
    }

    /** {@code true} or {@code false}, in any case. */
    public static ConfigKey<Boolean> booleanKey(String name, boolean defaultValue, String doc) {
        return new ConfigKey<>(name, defaultValue, doc, ConfigKey::parseBoolean);
    }

    private static long parseWhole(String text, long min, long max) {
        long value;
        try {
            value = Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(range(min, max), e);
        }
        if (value < min || value > max) {
            throw new IllegalArgumentException(range(min, max));
        }
        return value;
    }

    private static String range(long min, long max) {
        boolean open = max == Integer.MAX_VALUE || max == Long.MAX_VALUE;
        return open ? "a whole number, " + min + " or more" : "a whole number from " + min + " to " + max;
    }

    private static boolean parseBoolean(String text) {
        if (text.equalsIgnoreCase("true")) {
            return true;
        }
        if (text.equalsIgnoreCase("false")) {
            return false;
        }
        throw new IllegalArgumentException("true or false");
    }
}
