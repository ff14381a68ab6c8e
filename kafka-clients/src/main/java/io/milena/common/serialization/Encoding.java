package io.milena.common.serialization;

import io.milena.common.errors.SerializationException;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Which character set texts have: a setting for keys, one for values, one for both; UTF-8 without any. Stateless. */
final class Encoding {

    private Encoding() {}

    /**
     * @param half {@code serializer} or {@code deserializer}: the middle of the keys
     * @throws SerializationException if there is no such character set
     */
    static Charset in(Map<String, ?> configs, boolean isKey, String half) {
        Object own = configs.get((isKey ? "key." : "value.") + half + ".encoding");
        Object encoding = own != null ? own : configs.get(half + ".encoding");
        return encoding == null ? StandardCharsets.UTF_8 : named(encoding);
    }

    private static Charset named(@Nullable Object encoding) {
        String name = String.valueOf(encoding);
        try {
            return Charset.forName(name);
        } catch (IllegalCharsetNameException | UnsupportedCharsetException e) {
            throw new SerializationException("encoding: '" + name + "' (expected: a character set of this JVM)", e);
        }
    }
}
