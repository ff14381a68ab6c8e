package io.milena.common.serialization;

import io.milena.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/** Passes bytes on as they are. Thread-safe. */
public final class BytesDeserializer implements Deserializer<Bytes> {

    @Override
    public @Nullable Bytes deserialize(@Nullable String topic, byte @Nullable [] data) {
        return Bytes.wrap(data);
    }
}
