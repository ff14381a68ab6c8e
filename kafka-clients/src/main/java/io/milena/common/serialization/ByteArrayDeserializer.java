package io.milena.common.serialization;

import org.jspecify.annotations.Nullable;

/** Passes bytes on as they are. Thread-safe. */
public final class ByteArrayDeserializer implements Deserializer<byte[]> {

    @Override
    public byte @Nullable [] deserialize(@Nullable String topic, byte @Nullable [] data) {
        return data;
    }
}
