package io.milena.common.config;

import io.milena.common.config.types.Password;
import org.jspecify.annotations.Nullable;

/**
 * One setting of a client: its name, type, default, range, importance and meaning. Immutable.
 *
 * @param name the key as users write it
 * @param type what its values are
 * @param defaultValue value where the user gives none; null if there is none then, or if the user has to give one
 * @param need whether the user has to give a value, and may give null
 * @param allowed which values of the type are allowed
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
        /** May be left out; null stands for the same. */
        OPTIONAL,
        /** May be left out; null, which most often is a mistake in the program, is refused. */
        NEVER_NULL,
        REQUIRED
    }

    /** A setting with a default. The user may not give null in its place, unless it is text that may be any. */
    public static <T> Setting<T> of(
            String name,
            SettingType<T> type,
            @Nullable T defaultValue,
            Allowed<T> allowed,
            Importance importance,
            String doc) {
        boolean isChosen = !type.isText() || !allowed.words().isEmpty();
        Need need = defaultValue != null && isChosen ? Need.NEVER_NULL : Need.OPTIONAL;
        return new Setting<>(name, type, defaultValue, need, allowed, importance, doc);
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

    /** The same setting where null stands for the default. */
    public Setting<T> nullable() {
        return with(Need.OPTIONAL);
    }

    /** The same setting where null is refused. */
    public Setting<T> neverNull() {
        return with(Need.NEVER_NULL);
    }

    private Setting<T> with(Need other) {
        return new Setting<>(name, type, defaultValue, other, allowed, importance, doc);
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
     * The value where the user gave null: the default, if that may be.
     *
     * @throws ConfigException naming the key and what is allowed
     */
    @Nullable
    T readNull() {
        if (need == Need.NEVER_NULL) {
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
