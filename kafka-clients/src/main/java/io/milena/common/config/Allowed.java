package io.milena.common.config;

import java.util.List;
import java.util.function.Predicate;

/**
 * Which values of its type a setting may have.
 *
 * @param words the same as people read it: {@code [0,...]}; empty if every value is allowed
 * @param test whether a value is allowed
 */
public record Allowed<T>(String words, Predicate<T> test) {

    /** Every value of the type. */
    public static <T> Allowed<T> any() {
        return new Allowed<>("", value -> true);
    }

    /** {@code min} and all above it. */
    public static <T extends Number> Allowed<T> atLeast(long min) {
        return new Allowed<>("[" + min + ",...]", value -> value.longValue() >= min);
    }

    /** From {@code min} to {@code max}, both inclusive. */
    public static <T extends Number> Allowed<T> between(long min, long max) {
        return new Allowed<>(
                "[" + min + ",...," + max + "]", value -> value.longValue() >= min && value.longValue() <= max);
    }

    /** Fractions from {@code min} to {@code max}, both inclusive. */
    public static Allowed<Double> between(double min, double max) {
        return new Allowed<>("[" + min + ",...," + max + "]", value -> value >= min && value <= max);
    }

    /** One of these words. */
    public static Allowed<String> oneOf(String... words) {
        List<String> allowed = List.of(words);
        return new Allowed<>(allowed.toString(), allowed::contains);
    }

    /** One of these words, in capitals or not. */
    public static Allowed<String> oneOfAnyCase(String... words) {
        List<String> allowed = List.of(words);
        return new Allowed<>(
                "(case insensitive) " + allowed, value -> allowed.stream().anyMatch(value::equalsIgnoreCase));
    }

    /** Text that is not empty. */
    public static Allowed<String> nonEmpty() {
        return new Allowed<>("non-empty string", value -> !value.isEmpty());
    }
}
