package io.milena.protocol;

import io.netty.buffer.ByteBufUtil;
import org.jspecify.annotations.Nullable;

/** Sizes on the wire of the values that {@link FieldWrites} writes. The generated messages rest on it. */
public final class FieldSizes {

    private FieldSizes() {}

    /** The length of the text in UTF-8, refused if no string of the protocol is that long. */
    static int utf8Bytes(String value, String field) {
        int length = ByteBufUtil.utf8Bytes(value);
        if (length > FieldReads.MAX_STRING_BYTES) {
            throw new IllegalArgumentException(
                    field + ": string of " + length + " bytes (expected: up to " + FieldReads.MAX_STRING_BYTES + ")");
        }
        return length;
    }

    public static int ofString(String value, boolean compact, String field) {
        int length = utf8Bytes(value, field);
        return compact ? Varints.sizeOfUnsigned(length + 1) + length : Short.BYTES + length;
    }

    public static int ofNullableString(@Nullable String value, boolean compact, String field) {
        if (value == null) {
            return compact ? 1 : Short.BYTES;
        }
        return ofString(value, compact, field);
    }

    public static int ofBytes(byte[] value, boolean compact, String field) {
        return ofCount(value.length, compact) + value.length;
    }

    public static int ofNullableBytes(byte @Nullable [] value, boolean compact, String field) {
        return value == null ? ofNullArray(compact) : ofBytes(value, compact, field);
    }

    public static int ofNullableRecords(@Nullable RecordsField value, boolean compact, String field) {
        return value == null ? ofNullArray(compact) : ofCount(value.sizeBytes(), compact) + value.sizeBytes();
    }

    /** The size of the number that precedes so many elements or bytes. */
    public static int ofCount(int count, boolean compact) {
        return compact ? Varints.sizeOfUnsigned(count + 1) : Integer.BYTES;
    }

    public static int ofNullArray(boolean compact) {
        return compact ? 1 : Integer.BYTES;
    }

    /** The size of a tagged field whose value takes {@code valueBytes}. */
    public static int ofTagged(int tag, int valueBytes) {
        return Varints.sizeOfUnsigned(tag) + Varints.sizeOfUnsigned(valueBytes) + valueBytes;
    }

    /** Bytes in messages to people: their number only, since they may be secret. */
    public static String describe(byte @Nullable [] value) {
        return value == null ? "null" : value.length + " bytes";
    }
}
