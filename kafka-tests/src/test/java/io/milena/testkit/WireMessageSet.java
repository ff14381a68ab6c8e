package io.milena.testkit;

import io.milena.protocol.RecordsBuffer;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.function.UnaryOperator;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * A set of messages of format 0 or 1, built one by one, right or wrong. Written from the format's description and apart
 * from the code under test. Confined to the test's thread.
 *
 * <pre>
 *   offset 8 | size 4 | CRC-32 of all from magic on 4 | magic 1 | attributes 1 | timestamp 8 (format 1) | key | value
 * </pre>
 */
public final class WireMessageSet {

    public static final int GZIP = 1;
    public static final int LZ4 = 3;
    public static final long NO_TIMESTAMP = -1;

    private static final int CRC_BYTES = 4;

    private final int magic;
    private final ByteBuf set = Unpooled.buffer();
    private int crcFlaw;

    private WireMessageSet(int magic) {
        this.magic = magic;
    }

    public static WireMessageSet ofFormat(int magic) {
        return new WireMessageSet(magic);
    }

    /** Adds a message without a key. */
    public WireMessageSet message(long offset, long timestamp, @Nullable String value) {
        return message(offset, timestamp, 0, null, bytes(value));
    }

    /** Adds a message with a key. */
    public WireMessageSet keyed(long offset, long timestamp, String key, @Nullable String value) {
        return message(offset, timestamp, 0, bytes(key), bytes(value));
    }

    private static byte @Nullable [] bytes(@Nullable String text) {
        return text == null ? null : text.getBytes(StandardCharsets.UTF_8);
    }

    /** All that is there becomes the value of one compressed message. */
    public WireMessageSet wrapped(long offset, long timestamp, int codec, UnaryOperator<byte[]> compression) {
        byte[] inner = bytes();
        set.clear();
        return message(offset, timestamp, codec, null, compression.apply(inner));
    }

    /** The next messages have a wrong checksum. */
    public WireMessageSet withWrongCrc() {
        crcFlaw = 1;
        return this;
    }

    private WireMessageSet message(
            long offset, long timestamp, int attributes, byte @Nullable [] key, byte @Nullable [] value) {
        ByteBuf body = Unpooled.buffer().writeByte(magic).writeByte(attributes);
        if (magic > 0) {
            body.writeLong(timestamp);
        }
        field(body, key);
        field(body, value);
        var crc = new CRC32();
        crc.update(body.array(), 0, body.readableBytes());
        set.writeLong(offset).writeInt(CRC_BYTES + body.readableBytes()).writeInt((int) crc.getValue() + crcFlaw);
        set.writeBytes(body);
        return this;
    }

    private static void field(ByteBuf out, byte @Nullable [] content) {
        out.writeInt(content == null ? -1 : content.length);
        if (content != null) {
            out.writeBytes(content);
        }
    }

    public byte[] bytes() {
        byte[] bytes = new byte[set.readableBytes()];
        set.getBytes(set.readerIndex(), bytes);
        return bytes;
    }

    /** As a field of a request. */
    public RecordsBuffer records() {
        return new RecordsBuffer(Unpooled.wrappedBuffer(bytes()));
    }
}
