package io.milena.common.serialization;

import org.jspecify.annotations.Nullable;

/** Writes nothing but null. Thread-safe. */
public final class VoidSerializer implements Serializer<Void> {

    @Override
    public byte @Nullable [] serialize(@Nullable String topic, @Nullable Void data) {
        return null;
    }
}
