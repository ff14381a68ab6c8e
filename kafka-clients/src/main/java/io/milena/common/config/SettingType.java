package io.milena.common.config;

import io.milena.common.config.types.Password;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/**
 * What kind of value a setting has, and how what a user gives becomes one: text, as in a file, or an object of that
 * kind, as in a program. Immutable.
 *
 * @param <T> the values
 */
public final class SettingType<T> {

    /** Text, taken as it is. */
    public static final SettingType<String> STRING = new SettingType<>("string", "text", SettingType::text);

    public static final SettingType<Boolean> BOOLEAN =
            new SettingType<>("boolean", "true or false", SettingType::truth);

    public static final SettingType<Short> SHORT = new SettingType<>(
            "short",
            wholeNumber(Short.MIN_VALUE, Short.MAX_VALUE),
            given -> given instanceof Short value ? value : (short) whole(given, Short.MIN_VALUE, Short.MAX_VALUE));

    public static final SettingType<Integer> INT = new SettingType<>(
            "int",
            wholeNumber(Integer.MIN_VALUE, Integer.MAX_VALUE),
            given -> given instanceof Integer value ? value : (int) whole(given, Integer.MIN_VALUE, Integer.MAX_VALUE));

    public static final SettingType<Long> LONG = new SettingType<>(
            "long",
            wholeNumber(Long.MIN_VALUE, Long.MAX_VALUE),
            given -> given instanceof Long || given instanceof Integer
                    ? ((Number) given).longValue()
                    : whole(given, Long.MIN_VALUE, Long.MAX_VALUE));

    public static final SettingType<Double> DOUBLE = new SettingType<>("double", "a number", SettingType::number);

    /** Words, in a collection or between commas; blanks around them do not count. */
    public static final SettingType<List<String>> LIST =
            new SettingType<>("list", "words with commas between them", SettingType::words);

    /** A class, or its name. */
    public static final SettingType<Class<?>> CLASS =
            new SettingType<>("class", "a class that can be loaded", ClassNames::classOf);

    /** Classes or their names, in a collection or between commas. */
    public static final SettingType<List<Class<?>>> CLASSES =
            new SettingType<>("list", "classes that can be loaded, with commas between them", SettingType::classes);

    /** A secret. */
    public static final SettingType<Password> PASSWORD = new SettingType<>("password", "text", SettingType::secret);

    private final String name;
    private final String expected;
    private final Function<Object, T> reader;

    private SettingType(String name, String expected, Function<Object, T> reader) {
        this.name = name;
        this.expected = expected;
        this.reader = reader;
    }

    /** As the list of settings in the documents calls it. */
    public String name() {
        return name;
    }

    /** Whether its values are text as it is. */
    boolean isText() {
        return this == STRING || this == PASSWORD;
    }

    /** What is expected, in words. */
    String expected() {
        return expected;
    }

    /** @throws IllegalArgumentException or a {@link ClassCastException} if {@code given} is no such value */
    T read(Object given) {
        return reader.apply(given);
    }

    private static String text(Object given) {
        return (String) given;
    }

    private static String trimmed(Object given) {
        return text(given).trim();
    }

    private static boolean truth(Object given) {
        if (given instanceof Boolean truth) {
            return truth;
        }
        return switch (trimmed(given).toLowerCase(Locale.ROOT)) {
            case "true" -> true;
            case "false" -> false;
            default -> throw new IllegalArgumentException();
        };
    }

    /** Of text; a number of another kind would hide that a setting has been mistaken for another one. */
    private static long whole(Object given, long min, long max) {
        long value = Long.parseLong(trimmed(given));
        if (value < min || value > max) {
            throw new IllegalArgumentException();
        }
        return value;
    }

    private static String wholeNumber(long min, long max) {
        return "a whole number from " + min + " to " + max;
    }

    private static double number(Object given) {
        return given instanceof Number number ? number.doubleValue() : Double.parseDouble(trimmed(given));
    }

    private static List<String> words(Object given) {
        List<String> words = new ArrayList<>();
        for (Object word : parts(given)) {
            words.add(word instanceof Class<?> type ? type.getName() : text(word));
        }
        return List.copyOf(words);
    }

    private static List<Class<?>> classes(Object given) {
        List<Class<?>> classes = new ArrayList<>();
        for (Object part : parts(given)) {
            classes.add(ClassNames.classOf(part));
        }
        return List.copyOf(classes);
    }

    private static Collection<?> parts(Object given) {
        if (given instanceof Collection<?> collection) {
            return collection;
        }
        if (given instanceof Class<?>) {
            return List.of(given);
        }
        String text = trimmed(given);
        return text.isEmpty() ? List.of() : Arrays.asList(text.split("\\s*,\\s*", -1));
    }

    private static Password secret(Object given) {
        return given instanceof Password password ? password : new Password(trimmed(given));
    }
}
