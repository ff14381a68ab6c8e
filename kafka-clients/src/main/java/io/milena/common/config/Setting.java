package io.milena.common.config;

import io.milena.common.config.types.Password;
import org.jspecify.annotations.Nullable;

/**
 * One setting of a client: its name, type, default, range, importance and meaning. Immutable.
 *
 * @param name the key as users write it
 * @param type what its values are
 * @param defaultValue value where the user gives none; null if there is none then, or if the user has to give one
 * @param need whether the user has to give a value
 * @param allowed which values of the type are allowed; null needs no leave
 * @param importance how likely it is that a user has to think about it
 * @param doc what it means, with its unit
 * @param <T> the values
 */
public record Setting<T>(
        String name,
        SettingType<T> type,
        @Nullable T defaultValue,
        Need need,
        Allowed<T> allowed,
        Importance importance,
        String doc) {

    /** Whether the user has to give a value. */
    public enum Need {
        OPTIONAL,
        REQUIRED
    }

    /** A setting with a default; null stands for no value. */
    public static <T> Setting<T> of(
            String name,
            SettingType<T> type,
            @Nullable T defaultValue,
            Allowed<T> allowed,
            Importance importance,
            String doc) {
        return new Setting<>(name, type, defaultValue, Need.OPTIONAL, allowed, importance, doc);
    }

    /** A setting with a default whose values all are allowed. */
    public static <T> Setting<T> of(
            String name, SettingType<T> type, @Nullable T defaultValue, Importance importance, String doc) {
        return of(name, type, defaultValue, Allowed.any(), importance, doc);
    }

    /** A setting for which the user has to give a value. */
    public static <T> Setting<T> required(String name, SettingType<T> type, Importance importance, String doc) {
        return new Setting<>(name, type, null, Need.REQUIRED, Allowed.any(), importance, doc);
    }

    /** The same setting of a client where another value is the default. */
    public Setting<T> withDefault(T value) {
        return new Setting<>(name, type, value, need, allowed, importance, doc);
    }

    /** The same setting of a client where its users have to think about it more, or less. */
    public Setting<T> withImportance(Importance other) {
        return new Setting<>(name, type, defaultValue, need, allowed, other, doc);
    }

    /**
     * The value that the user gave, or the default for null.
     *
     * @throws ConfigException naming key, value and what is allowed
     */
    @Nullable
    T read(@Nullable Object given) {
        if (given != null) {
            return checked(parsed(given), given);
        }
        if (need == Need.REQUIRED) {
            throw new ConfigException(name + ": no value (expected: " + type.expected() + ")");
        }
        return defaultValue;
    }

    /**
     * The value where the user gave null, which most often is a mistake in the program: the default, unless only some
     * values are allowed, numbers among them.
     *
     * @throws ConfigException naming the key and what is allowed
     */
    @Nullable
    T readNull() {
        boolean isChosen = !type.isWords() || !allowed.words().isEmpty();
        if (defaultValue != null && isChosen) {
            throw new ConfigException(name + ": null (expected: "
                    + (allowed.words().isEmpty() ? type.expected() : allowed.words()) + ")");
        }
        return read(null);
    }

    private T parsed(Object given) {
        try {
            return type.read(given);
        } catch (IllegalArgumentException | ClassCastException e) {
            String found = given instanceof Number ? ", no " + given.getClass().getSimpleName() : "";
            throw refused(given, type.expected() + found);
        }
    }

    private T checked(T value, Object given) {
        if (!allowed.test().test(value)) {
            throw refused(given, allowed.words());
        }
        return value;
    }

    /** For a value that is allowed in general and not together with others. */
    public ConfigException refused(Object given, String expected) {
        Object shown = type == SettingType.PASSWORD ? Password.HIDDEN : given;
        return new ConfigException(name, shown, expected);
    }
}
