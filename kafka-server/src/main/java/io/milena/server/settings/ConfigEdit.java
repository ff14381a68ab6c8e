package io.milena.server.settings;

import org.jspecify.annotations.Nullable;

/**
 * One change that IncrementalAlterConfigs asks for (KIP-339). Immutable.
 *
 * @param name the setting
 * @param operation what to do with it
 * @param value the new text, or the elements to add or take away; null only with DELETE
 */
public record ConfigEdit(
        String name, Operation operation, @Nullable String value) {

    /** What an edit does. The order of the constants is that of the numbers on the wire. */
    public enum Operation {
        SET,
        DELETE,
        APPEND,
        SUBTRACT;

        private static final Operation[] BY_WIRE_ID = values();

        /** The operation of that number; null for a number that is none. */
        public static @Nullable Operation of(byte wireId) {
            return wireId >= 0 && wireId < BY_WIRE_ID.length ? BY_WIRE_ID[wireId] : null;
        }
    }
}
