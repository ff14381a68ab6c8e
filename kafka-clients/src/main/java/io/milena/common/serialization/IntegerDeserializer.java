package io.milena.common.serialization;

import io.milena.common.errors.SerializationException;
import io.milena.common.header.Headers;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Reads values of 4 bytes, big-endian; null stays null, another length is refused. Thread-safe. */
public final class IntegerDeserializer implements Deserializer<Integer> {

    @Override
    public @Nullable Integer deserialize(@Nullable String topic, byte @Nullable [] data) {
        return data == null ? null : read(ByteBuffer.wrap(data));
    }

    @Override
    public @Nullable Integer deserialize(@Nullable String topic, @Nullable Headers headers, @Nullable ByteBuffer data) {
        return data == null ? null : read(data);
    }

    private static Integer read(ByteBuffer data) {
        if (data.remaining() != Integer.BYTES) {
            throw new SerializationException(
                    "size of data for a Integer: " + data.remaining() + " bytes (expected: 4)");
        }
        return data.getInt(data.position());
    }
}
