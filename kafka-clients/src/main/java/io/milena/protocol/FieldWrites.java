package io.milena.protocol;

import io.milena.common.Uuid;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import org.jspecify.annotations.Nullable;

/**
 * Writes single values of the protocol, the mirror of {@link FieldReads}. What the wire cannot carry is an
 * {@link IllegalArgumentException} that names the field. The generated messages rest on it.
 */
public final class FieldWrites {

    private static final int MAX_UINT16 = 0xffff;
    private static final long MAX_UINT32 = 0xffff_ffffL;

    private static final int NULL = -1;
    private static final int COMPACT_NULL = 0;
    private static final int PRESENT = 1;

    private FieldWrites() {}

    /** Refuses a version outside of the range. */
    public static void checkVersion(short version, short lowest, short highest, String message) {
        if (version < lowest || version > highest) {
            throw new IllegalArgumentException(
                    message + " version " + version + " (expected: " + lowest + " to " + highest + ")");
        }
    }

    /** To be thrown when a field holds a value that the version has no place for. */
    public static IllegalArgumentException unsupported(String field, short version) {
        return new IllegalArgumentException(field + ": version " + version + " cannot carry the value it has");
    }

    /** Refuses null in a version that does not know it. */
    public static void checkNull(@Nullable Object value, boolean nullable, String field, short version) {
        if (value == null && !nullable) {
            throw new IllegalArgumentException(field + ": version " + version + " cannot carry null");
        }
    }

    /** Refuses tagged fields in a version without a section for them. */
    public static void checkNoTags(TaggedFields unknown, String structure, short version) {
        if (unknown.count() > 0) {
            throw new IllegalArgumentException(
                    structure + ".unknownTaggedFields: version " + version + " cannot carry the value it has");
        }
    }

    public static void writeUint16(ByteBuf out, int value, String field) {
        if (value < 0 || value > MAX_UINT16) {
            throw new IllegalArgumentException(field + ": " + value + " (expected: 0 to " + MAX_UINT16 + ")");
        }
        out.writeShort(value);
    }

    public static void writeUint32(ByteBuf out, long value, String field) {
        if (value < 0 || value > MAX_UINT32) {
            throw new IllegalArgumentException(field + ": " + value + " (expected: 0 to " + MAX_UINT32 + ")");
        }
        out.writeInt((int) value);
    }

    public static void writeUuid(ByteBuf out, Uuid value) {
        out.writeLong(value.mostSignificantBits());
        out.writeLong(value.leastSignificantBits());
    }

    /** The byte in front of a structure that may be null. */
    public static void writePresence(ByteBuf out, boolean present) {
        out.writeByte(present ? PRESENT : NULL);
    }

    public static void writeString(ByteBuf out, String value, boolean compact, String field) {
        int length = FieldSizes.utf8Bytes(value, field);
        if (compact) {
            Varints.writeUnsigned(out, length + 1);
        } else {
            out.writeShort(length);
        }
        ByteBufUtil.reserveAndWriteUtf8(out, value, length);
    }

    public static void writeNullableString(ByteBuf out, @Nullable String value, boolean compact, String field) {
        if (value != null) {
            writeString(out, value, compact, field);
        } else if (compact) {
            out.writeByte(COMPACT_NULL);
        } else {
            out.writeShort(NULL);
        }
    }

    public static void writeBytes(ByteBuf out, byte[] value, boolean compact, String field) {
        writeCount(out, value.length, compact);
        out.writeBytes(value);
    }

    public static void writeNullableBytes(ByteBuf out, byte @Nullable [] value, boolean compact, String field) {
        if (value == null) {
            writeNullArray(out, compact);
        } else {
            writeBytes(out, value, compact, field);
        }
    }

    public static void writeRecords(MessageSink sink, @Nullable RecordsField value, boolean compact, String field) {
        if (value == null) {
            throw new IllegalArgumentException(field + ": null (expected: a value)");
        }
        writeNullableRecords(sink, value, compact, field);
    }

    public static void writeNullableRecords(
            MessageSink sink, @Nullable RecordsField value, boolean compact, String field) {
        if (value == null) {
            writeNullArray(sink.buffer(), compact);
            return;
        }
        writeCount(sink.buffer(), value.sizeBytes(), compact);
        sink.records(value);
    }

    /** The number of elements or bytes that will follow. */
    public static void writeCount(ByteBuf out, int count, boolean compact) {
        if (compact) {
            Varints.writeUnsigned(out, count + 1);
        } else {
            out.writeInt(count);
        }
    }

    public static void writeNullArray(ByteBuf out, boolean compact) {
        if (compact) {
            out.writeByte(COMPACT_NULL);
        } else {
            out.writeInt(NULL);
        }
    }
}
