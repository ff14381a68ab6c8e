package io.milena.common.serialization;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Writes short values as 2 bytes, big-endian; null stays null. Thread-safe. */
public final class ShortSerializer implements Serializer<Short> {

    @Override
    public byte @Nullable [] serialize(@Nullable String topic, @Nullable Short data) {
        return data == null
                ? null
                : ByteBuffer.allocate(Short.BYTES).putShort(data).array();
    }
}
