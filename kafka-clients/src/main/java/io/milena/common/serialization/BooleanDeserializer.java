package io.milena.common.serialization;

import io.milena.common.errors.SerializationException;
import org.jspecify.annotations.Nullable;

/** Reads a byte 1 as true and a byte 0 as false; null stays null, all else is refused. Thread-safe. */
public final class BooleanDeserializer implements Deserializer<Boolean> {

    @Override
    public @Nullable Boolean deserialize(@Nullable String topic, byte @Nullable [] data) {
        if (data == null) {
            return null;
        }
        if (data.length != 1) {
            throw new SerializationException("size of data for a Boolean: " + data.length + " bytes (expected: 1)");
        }
        if (data[0] != 0 && data[0] != 1) {
            throw new SerializationException("byte for a Boolean: " + data[0] + " (expected: 0 or 1)");
        }
        return data[0] == 1;
    }
}
