package io.milena.common.serialization;

import io.milena.common.errors.SerializationException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Reads UUIDs from their text in UTF-8, or in the character set that {@code key.deserializer.encoding}, {@code
 * value.deserializer.encoding} or {@code deserializer.encoding} names; null stays null. Thread-safe.
 */
public final class UUIDDeserializer implements Deserializer<UUID> {

    private volatile Charset encoding = StandardCharsets.UTF_8;

    @Override
    public void configure(Map<String, ?> configs, boolean isKey) {
        encoding = Encoding.in(configs, isKey, "deserializer");
    }

    @Override
    public @Nullable UUID deserialize(@Nullable String topic, byte @Nullable [] data) {
        return data == null ? null : parse(new String(data, encoding));
    }

    private static UUID parse(String text) {
        try {
            return UUID.fromString(text);
        } catch (IllegalArgumentException e) {
            throw new SerializationException(
                    "text for a UUID of " + text.length() + " characters (expected: the form of UUID.toString)", e);
        }
    }
}
