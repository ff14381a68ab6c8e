package io.milena.testkit;

import io.milena.protocol.RecordsBuffer;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.zip.CRC32;

/**
 * A message set of an old format (0 or 1), as old producers send it, uncompressed and without keys. Written from the
 * format's description and apart from the code under test. Confined to the test's thread.
 *
 * <pre>
 *   offset  0 offset  8 size  12 CRC-32 of all from 16 on  16 magic  17 attributes
 *          18 timestamp (only format 1)   then: key length, key, value length, value
 * </pre>
 */
public final class WireMessages {

    private static final int NO_KEY = -1;

    private final int magic;
    private final List<String> values;
    private int crcFlaw;
    private long firstOffset;

    private WireMessages(int magic, List<String> values) {
        this.magic = magic;
        this.values = values;
    }

    /** One message per value in format {@code magic}, with offsets from 0 on. */
    public static WireMessages of(int magic, String... values) {
        return new WireMessages(magic, List.of(values));
    }

    /** The last message has a wrong checksum. */
    public WireMessages withWrongCrc() {
        crcFlaw = 1;
        return this;
    }

    public WireMessages firstOffset(long value) {
        firstOffset = value;
        return this;
    }

    /** As a field of a request. */
    public RecordsBuffer records() {
        ByteBuf set = Unpooled.buffer();
        for (int i = 0; i < values.size(); i++) {
            byte[] message = message(values.get(i));
            var crc = new CRC32();
            crc.update(message);
            int flaw = i == values.size() - 1 ? crcFlaw : 0;
            set.writeLong(firstOffset + i).writeInt(Integer.BYTES + message.length);
            set.writeInt((int) crc.getValue() + flaw).writeBytes(message);
        }
        return new RecordsBuffer(set);
    }

    private byte[] message(String value) {
        byte[] content = value.getBytes(StandardCharsets.UTF_8);
        ByteBuf message = Unpooled.buffer();
        message.writeByte(magic).writeByte(0);
        if (magic > 0) {
            message.writeLong(System.currentTimeMillis());
        }
        message.writeInt(NO_KEY).writeInt(content.length).writeBytes(content);
        byte[] bytes = new byte[message.readableBytes()];
        message.readBytes(bytes);
        return bytes;
    }
}
