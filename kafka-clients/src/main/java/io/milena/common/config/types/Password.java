package io.milena.common.config.types;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A secret among settings: it is never shown where settings are. Immutable. */
public final class Password {

    /** What is shown in its place. */
    public static final String HIDDEN = "[hidden]";

    private final String value;

    public Password(String value) {
        this.value = Objects.requireNonNull(value);
    }

    /** The secret itself. */
    public String value() {
        return value;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Password that && value.equals(that.value);
    }

    @Override
    public int hashCode() {
        return value.hashCode();
    }

    @Override
    public String toString() {
        return HIDDEN;
    }
}
