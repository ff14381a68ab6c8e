package io.milena.common.serialization;

import io.milena.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/** Passes bytes on as they are. Thread-safe. */
public final class BytesSerializer implements Serializer<Bytes> {

    @Override
    public byte @Nullable [] serialize(@Nullable String topic, @Nullable Bytes data) {
        return data == null ? null : data.get();
    }
}
