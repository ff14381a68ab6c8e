package io.milena.common.serialization;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Writes long values as 8 bytes, big-endian; null stays null. Thread-safe. */
public final class LongSerializer implements Serializer<Long> {

    @Override
    public byte @Nullable [] serialize(@Nullable String topic, @Nullable Long data) {
        return data == null
                ? null
                : ByteBuffer.allocate(Long.BYTES).putLong(data).array();
    }
}
