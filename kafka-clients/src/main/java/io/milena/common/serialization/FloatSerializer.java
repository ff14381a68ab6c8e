package io.milena.common.serialization;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Writes float values as 4 bytes, big-endian; null stays null. Thread-safe. */
public final class FloatSerializer implements Serializer<Float> {

    @Override
    public byte @Nullable [] serialize(@Nullable String topic, @Nullable Float data) {
        return data == null
                ? null
                : ByteBuffer.allocate(Float.BYTES).putFloat(data).array();
    }
}
