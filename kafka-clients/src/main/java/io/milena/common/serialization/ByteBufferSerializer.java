package io.milena.common.serialization;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Writes a buffer from its beginning to its limit, whatever its position, which is set to the beginning. An array that
 * a buffer wraps whole is passed on without a copy. Thread-safe, as long as each buffer is used by one thread.
 */
public final class ByteBufferSerializer implements Serializer<ByteBuffer> {

    @Override
    public byte @Nullable [] serialize(@Nullable String topic, @Nullable ByteBuffer data) {
        return data == null ? null : ByteBuffers.bytesOrArray(data.rewind());
    }
}
