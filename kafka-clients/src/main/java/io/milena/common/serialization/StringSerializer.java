package io.milena.common.serialization;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes texts in UTF-8, or in the character set that {@code key.serializer.encoding}, {@code
 * value.serializer.encoding} or {@code serializer.encoding} names; null stays null. Thread-safe.
 */
public final class StringSerializer implements Serializer<String> {

    private volatile Charset encoding = StandardCharsets.UTF_8;

    @Override
    public void configure(Map<String, ?> configs, boolean isKey) {
        encoding = Encoding.in(configs, isKey, "serializer");
    }

    @Override
    public byte @Nullable [] serialize(@Nullable String topic, @Nullable String data) {
        return data == null ? null : data.getBytes(encoding);
    }
}
