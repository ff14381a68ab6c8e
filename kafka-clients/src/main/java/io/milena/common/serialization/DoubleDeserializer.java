package io.milena.common.serialization;

import io.milena.common.errors.SerializationException;
import io.milena.common.header.Headers;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Reads values of 8 bytes, big-endian; null stays null, another length is refused. Thread-safe. */
public final class DoubleDeserializer implements Deserializer<Double> {

    @Override
    public @Nullable Double deserialize(@Nullable String topic, byte @Nullable [] data) {
        return data == null ? null : read(ByteBuffer.wrap(data));
    }

    @Override
    public @Nullable Double deserialize(@Nullable String topic, @Nullable Headers headers, @Nullable ByteBuffer data) {
        return data == null ? null : read(data);
    }

    private static Double read(ByteBuffer data) {
        if (data.remaining() != Double.BYTES) {
            throw new SerializationException("size of data for a Double: " + data.remaining() + " bytes (expected: 8)");
        }
        return data.getDouble(data.position());
    }
}
