package io.milena.common.serialization;

import io.milena.common.header.Headers;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Reads nothing but null; any bytes are an {@link IllegalArgumentException}. Thread-safe. */
public final class VoidDeserializer implements Deserializer<Void> {

    @Override
    public @Nullable Void deserialize(@Nullable String topic, byte @Nullable [] data) {
        if (data != null) {
            throw new IllegalArgumentException("data for a Void: " + data.length + " bytes (expected: null)");
        }
        return null;
    }

    @Override
    public @Nullable Void deserialize(@Nullable String topic, @Nullable Headers headers, @Nullable ByteBuffer data) {
        if (data != null) {
            throw new IllegalArgumentException("data for a Void: " + data.remaining() + " bytes (expected: null)");
        }
        return null;
    }
}
