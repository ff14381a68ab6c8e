package io.milena.common.serialization;

import io.milena.common.errors.SerializationException;
import io.milena.common.header.Headers;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Reads values of 2 bytes, big-endian; null stays null, another length is refused. Thread-safe. */
public final class ShortDeserializer implements Deserializer<Short> {

    @Override
    public @Nullable Short deserialize(@Nullable String topic, byte @Nullable [] data) {
        return data == null ? null : read(ByteBuffer.wrap(data));
    }

    @Override
    public @Nullable Short deserialize(@Nullable String topic, @Nullable Headers headers, @Nullable ByteBuffer data) {
        return data == null ? null : read(data);
    }

    private static Short read(ByteBuffer data) {
        if (data.remaining() != Short.BYTES) {
            throw new SerializationException("size of data for a Short: " + data.remaining() + " bytes (expected: 2)");
        }
        return data.getShort(data.position());
    }
}
