package io.milena.protocol;

import io.milena.common.Uuid;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads single values of the protocol. Each method checks that the bytes are there before it touches or reserves
 * anything, and throws {@link MalformedMessage} if not. The generated messages rest on it.
 *
 * <p>In the compact form of flexible versions lengths are varints of length + 1 and null is 0; else they are int16
 * (strings) or int32, and null is negative. Bytes that are no UTF-8 become replacement characters, as in every Kafka
 * broker; a string that is too long with those is malformed, since it could be written into no other message.
 */
public final class FieldReads {

    public static final byte[] NO_BYTES = new byte[0];

    /** Longest string in UTF-8 bytes, also where the length is a varint. */
    static final int MAX_STRING_BYTES = Short.MAX_VALUE;

    /** Of a replacement character in UTF-8; it may stand for a single byte. */
    private static final int REPLACEMENT_BYTES = 3;

    /** Lists are given room for so many elements before the elements themselves have been seen. */
    private static final int MAX_PREALLOCATED = 256;

    /** A tagged field takes a byte for the tag and one for the size. */
    private static final int MIN_TAGGED_BYTES = 2;

    private static final int NULL = -1;

    private FieldReads() {}

    /** Refuses a version outside of the range. */
    public static void checkVersion(short version, short lowest, short highest, String message)
            throws MalformedMessage {
        if (version < lowest || version > highest) {
            throw new MalformedMessage(
                    message + " version " + version + " (expected: " + lowest + " to " + highest + ")");
        }
    }

    public static boolean readBool(ByteBuf in) throws MalformedMessage {
        need(in, Byte.BYTES);
        return in.readByte() != 0;
    }

    public static byte readInt8(ByteBuf in) throws MalformedMessage {
        need(in, Byte.BYTES);
        return in.readByte();
    }

    public static short readInt16(ByteBuf in) throws MalformedMessage {
        need(in, Short.BYTES);
        return in.readShort();
    }

    public static int readUint16(ByteBuf in) throws MalformedMessage {
        need(in, Short.BYTES);
        return in.readUnsignedShort();
    }

    public static int readInt32(ByteBuf in) throws MalformedMessage {
        need(in, Integer.BYTES);
        return in.readInt();
    }

    public static long readUint32(ByteBuf in) throws MalformedMessage {
        need(in, Integer.BYTES);
        return in.readUnsignedInt();
    }

    public static long readInt64(ByteBuf in) throws MalformedMessage {
        need(in, Long.BYTES);
        return in.readLong();
    }

    public static double readFloat64(ByteBuf in) throws MalformedMessage {
        need(in, Double.BYTES);
        return in.readDouble();
    }

    public static Uuid readUuid(ByteBuf in) throws MalformedMessage {
        need(in, 2 * Long.BYTES);
        long most = in.readLong();
        long least = in.readLong();
        return most == 0 && least == 0 ? Uuid.ZERO : new Uuid(most, least);
    }

    /** Whether a structure that may be null follows. */
    public static boolean readPresence(ByteBuf in) throws MalformedMessage {
        return readInt8(in) >= 0;
    }

    public static String readString(ByteBuf in, boolean compact, String field) throws MalformedMessage {
        return notNull(readNullableString(in, compact, field), field);
    }

    public static @Nullable String readNullableString(ByteBuf in, boolean compact, String field)
            throws MalformedMessage {
        int length = compact ? Varints.readUnsigned(in) - 1 : readInt16(in);
        if (isNull(length)) {
            return null;
        }
        if (length > MAX_STRING_BYTES) {
            throw new MalformedMessage(field + ": string of " + Integer.toUnsignedString(length)
                    + " bytes (expected: up to " + MAX_STRING_BYTES + ")");
        }
        checkLength(in, length, field);
        if (length == 0) {
            return "";
        }
        String value = in.toString(in.readerIndex(), length, StandardCharsets.UTF_8);
        in.skipBytes(length);
        checkFitsAgain(value, length, field);
        return value;
    }

    /** A replacement character is longer than the byte that it stands for. */
    private static void checkFitsAgain(String value, int readBytes, String field) throws MalformedMessage {
        if (readBytes > MAX_STRING_BYTES / REPLACEMENT_BYTES && ByteBufUtil.utf8Bytes(value) > MAX_STRING_BYTES) {
            throw new MalformedMessage(field + ": string of " + ByteBufUtil.utf8Bytes(value)
                    + " bytes once what is no UTF-8 in it is replaced (expected: up to " + MAX_STRING_BYTES + ")");
        }
    }

    public static byte[] readBytes(ByteBuf in, boolean compact, String field) throws MalformedMessage {
        byte[] value = readNullableBytes(in, compact, field);
        if (value == null) {
            throw new MalformedMessage(field + ": null (expected: a value)");
        }
        return value;
    }

    public static byte @Nullable [] readNullableBytes(ByteBuf in, boolean compact, String field)
            throws MalformedMessage {
        int length = readLength(in, compact, field);
        if (length == NULL) {
            return null;
        }
        if (length == 0) {
            return NO_BYTES;
        }
        byte[] value = new byte[length];
        in.readBytes(value);
        return value;
    }

    public static RecordsField readRecords(ByteBuf in, boolean compact, String field) throws MalformedMessage {
        return notNull(readNullableRecords(in, compact, field), field);
    }

    /** The records as a slice of {@code in} with a reference of its own. */
    public static @Nullable RecordsField readNullableRecords(ByteBuf in, boolean compact, String field)
            throws MalformedMessage {
        int length = readLength(in, compact, field);
        return length == NULL ? null : new RecordsBuffer(in.readRetainedSlice(length));
    }

    /**
     * The number of elements that follow.
     *
     * @param minElementBytes what one element takes at least; a number for which the bytes cannot suffice is refused
     */
    public static int readCount(ByteBuf in, boolean compact, int minElementBytes, String field)
            throws MalformedMessage {
        int count = readNullableCount(in, compact, minElementBytes, field);
        if (count == NULL) {
            throw new MalformedMessage(field + ": null (expected: a value)");
        }
        return count;
    }

    /** As {@link #readCount}; -1 stands for null. */
    public static int readNullableCount(ByteBuf in, boolean compact, int minElementBytes, String field)
            throws MalformedMessage {
        int count = compact ? Varints.readUnsigned(in) - 1 : readInt32(in);
        if (isNull(count)) {
            return NULL;
        }
        if ((long) count * minElementBytes > in.readableBytes()) {
            throw new MalformedMessage(field + ": " + count + " elements in " + in.readableBytes() + " bytes");
        }
        return count;
    }

    /** A list to put {@code count} elements in, which do not have to come. */
    public static <T> List<T> newList(int count) {
        return count == 0 ? List.of() : new ArrayList<>(Math.min(count, MAX_PREALLOCATED));
    }

    /** The number of fields in a tagged section. */
    public static int readTagCount(ByteBuf in) throws MalformedMessage {
        int count = Varints.readUnsigned(in);
        if (count < 0 || (long) count * MIN_TAGGED_BYTES > in.readableBytes()) {
            throw new MalformedMessage(
                    Integer.toUnsignedString(count) + " tagged fields in " + in.readableBytes() + " bytes");
        }
        return count;
    }

    /** The length of bytes that follow and are all there, or {@link #NULL}. */
    private static int readLength(ByteBuf in, boolean compact, String field) throws MalformedMessage {
        int length = compact ? Varints.readUnsigned(in) - 1 : readInt32(in);
        if (isNull(length)) {
            return NULL;
        }
        checkLength(in, length, field);
        return length;
    }

    /** Any negative length stands for null, as other brokers have it; a varint of 2^31 and more comes out as one. */
    private static boolean isNull(int length) {
        return length < 0;
    }

    private static void checkLength(ByteBuf in, int length, String field) throws MalformedMessage {
        if (length > in.readableBytes()) {
            throw new MalformedMessage(
                    field + ": " + length + " bytes long, but only " + in.readableBytes() + " follow");
        }
    }

    private static <T> T notNull(@Nullable T value, String field) throws MalformedMessage {
        if (value == null) {
            throw new MalformedMessage(field + ": null (expected: a value)");
        }
        return value;
    }

    private static void need(ByteBuf in, int bytes) throws MalformedMessage {
        if (in.readableBytes() < bytes) {
            throw new MalformedMessage(
                    "cut off at byte " + in.readerIndex() + ": " + bytes + " needed, " + in.readableBytes() + " there");
        }
    }
}
