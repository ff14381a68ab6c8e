package io.milena.common.serialization;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Writes double values as 8 bytes, big-endian; null stays null. Thread-safe. */
public final class DoubleSerializer implements Serializer<Double> {

    @Override
    public byte @Nullable [] serialize(@Nullable String topic, @Nullable Double data) {
        return data == null
                ? null
                : ByteBuffer.allocate(Double.BYTES).putDouble(data).array();
    }
}
