package io.milena.common.header.internals;

import io.milena.common.header.Header;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One header of a record, from an application or from bytes that were received, whose texts and arrays are made when
 * they are first asked for. Not thread-safe before that.
 */
public final class RecordHeader implements Header {

    private @Nullable ByteBuffer keyBytes;
    private @Nullable String key;
    private @Nullable ByteBuffer valueBytes;
    private byte @Nullable [] value;

    public RecordHeader(String key, byte @Nullable [] value) {
        this.key = Objects.requireNonNull(key, "header key");
        this.value = value;
    }

    /** The buffers must not change before key and value were asked for. */
    public RecordHeader(ByteBuffer keyBytes, @Nullable ByteBuffer valueBytes) {
        this.keyBytes = Objects.requireNonNull(keyBytes, "header key");
        this.valueBytes = valueBytes;
    }

    @Override
    public String key() {
        String known = key;
        ByteBuffer unread = keyBytes;
        if (known == null && unread != null) {
            known = StandardCharsets.UTF_8.decode(unread.duplicate()).toString();
            key = known;
            keyBytes = null;
        }
        return Objects.requireNonNull(known);
    }

    @Override
    public byte @Nullable [] value() {
        ByteBuffer unread = valueBytes;
        if (value == null && unread != null) {
            byte[] read = new byte[unread.remaining()];
            unread.get(unread.position(), read);
            value = read;
            valueBytes = null;
        }
        return value;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof RecordHeader that && key().equals(that.key()) && Arrays.equals(value(), that.value());
    }

    @Override
    public int hashCode() {
        return 31 * key().hashCode() + Arrays.hashCode(value());
    }

    @Override
    public String toString() {
        return "RecordHeader(key = " + key() + ", value = " + Arrays.toString(value()) + ")";
    }
}
