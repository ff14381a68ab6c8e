package io.milena.common.serialization;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Wraps bytes into a buffer of their own. Thread-safe. */
public final class ByteBufferDeserializer implements Deserializer<ByteBuffer> {

    @Override
    public @Nullable ByteBuffer deserialize(@Nullable String topic, byte @Nullable [] data) {
        return data == null ? null : ByteBuffer.wrap(data);
    }
}
