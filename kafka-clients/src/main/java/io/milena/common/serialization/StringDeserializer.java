package io.milena.common.serialization;

import io.milena.common.header.Headers;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads texts in UTF-8, or in the character set that {@code key.deserializer.encoding}, {@code
 * value.deserializer.encoding} or {@code deserializer.encoding} names; null stays null. Thread-safe.
 */
public final class StringDeserializer implements Deserializer<String> {

    private volatile Charset encoding = StandardCharsets.UTF_8;

    @Override
    public void configure(Map<String, ?> configs, boolean isKey) {
        encoding = Encoding.in(configs, isKey, "deserializer");
    }

    @Override
    public @Nullable String deserialize(@Nullable String topic, byte @Nullable [] data) {
        return data == null ? null : new String(data, encoding);
    }

    @Override
    public @Nullable String deserialize(@Nullable String topic, @Nullable Headers headers, @Nullable ByteBuffer data) {
        if (data == null) {
            return null;
        }
        if (data.hasArray()) {
            return new String(data.array(), data.arrayOffset() + data.position(), data.remaining(), encoding);
        }
        return new String(ByteBuffers.bytes(data), encoding);
    }
}
