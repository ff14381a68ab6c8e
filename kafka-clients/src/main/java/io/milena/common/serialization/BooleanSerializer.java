package io.milena.common.serialization;

import org.jspecify.annotations.Nullable;

/** Writes true as a byte 1 and false as a byte 0; null stays null. Thread-safe. */
public final class BooleanSerializer implements Serializer<Boolean> {

    @Override
    public byte @Nullable [] serialize(@Nullable String topic, @Nullable Boolean data) {
        return data == null ? null : new byte[] {(byte) (data ? 1 : 0)};
    }
}
