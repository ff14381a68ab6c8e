package io.milena.common.serialization;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Writes integer values as 4 bytes, big-endian; null stays null. Thread-safe. */
public final class IntegerSerializer implements Serializer<Integer> {

    @Override
    public byte @Nullable [] serialize(@Nullable String topic, @Nullable Integer data) {
        return data == null
                ? null
                : ByteBuffer.allocate(Integer.BYTES).putInt(data).array();
    }
}
