package io.milena.common.serialization;

import io.milena.common.errors.SerializationException;
import io.milena.common.header.Headers;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Reads values of 8 bytes, big-endian; null stays null, another length is refused. Thread-safe. */
public final class LongDeserializer implements Deserializer<Long> {

    @Override
    public @Nullable Long deserialize(@Nullable String topic, byte @Nullable [] data) {
        return data == null ? null : read(ByteBuffer.wrap(data));
    }

    @Override
    public @Nullable Long deserialize(@Nullable String topic, @Nullable Headers headers, @Nullable ByteBuffer data) {
        return data == null ? null : read(data);
    }

    private static Long read(ByteBuffer data) {
        if (data.remaining() != Long.BYTES) {
            throw new SerializationException("size of data for a Long: " + data.remaining() + " bytes (expected: 8)");
        }
        return data.getLong(data.position());
    }
}
