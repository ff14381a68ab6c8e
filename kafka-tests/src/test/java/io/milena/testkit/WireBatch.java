package io.milena.testkit;

import io.milena.protocol.RecordsBuffer;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.zip.CRC32C;

/**
 * A record batch (format v2) built field by field, right or wrong. Without further words it is what a plain producer
 * sends. Written from the format's description and apart from the code under test. Confined to the test's thread.
 *
 * <pre>
 *   offset  0 base offset      8 length   12 leader epoch  16 magic  17 CRC-32C of all from 21 on  21 attributes
 *          23 last offset delta  27 base timestamp  35 max timestamp  43 producer id  51 epoch  53 sequence  57 count
 *          61 records
 * </pre>
 */
public final class WireBatch {

    public static final int GZIP = 1;
    public static final int ZSTD = 4;
    public static final int TRANSACTIONAL = 1 << 4;
    public static final int CONTROL = 1 << 5;
    public static final int DELETE_HORIZON = 1 << 6;

    public static final int CRC_AT = 17;
    public static final int ATTRIBUTES_AT = 21;
    public static final int MAX_TIMESTAMP_AT = 35;
    public static final int RECORDS_AT = 61;

    private static final int LENGTH_AT = 8;
    private static final int LENGTH_COVERS_FROM = 12;
    private static final byte MAGIC = 2;

    private final List<String> values;
    private final long baseTimestamp;
    private long baseOffset;
    private int attributes;
    private int lastOffsetDelta;
    private int count;
    private long maxTimestamp;
    private long producerId = -1;
    private int producerEpoch = -1;
    private int baseSequence = -1;
    private int crcFlaw;
    private boolean hasValues = true;
    private UnaryOperator<byte[]> compression = UnaryOperator.identity();
    private List<String> keys = List.of();

    private WireBatch(List<String> values, long baseTimestamp) {
        this.values = values;
        this.baseTimestamp = baseTimestamp;
        this.count = values.size();
        this.lastOffsetDelta = values.size() - 1;
        this.maxTimestamp = baseTimestamp + values.size() - 1;
    }

    /** Records without keys or headers, one millisecond apart. */
    public static WireBatch of(long baseTimestamp, String... values) {
        return new WireBatch(List.of(values), baseTimestamp);
    }

    /** Records from now on. */
    public static WireBatch now(String... values) {
        return of(System.currentTimeMillis(), values);
    }

    public WireBatch baseOffset(long value) {
        baseOffset = value;
        return this;
    }

    public WireBatch attributes(int value) {
        attributes = value;
        return this;
    }

    public WireBatch lastOffsetDelta(int value) {
        lastOffsetDelta = value;
        return this;
    }

    public WireBatch count(int value) {
        count = value;
        return this;
    }

    public WireBatch maxTimestamp(long value) {
        maxTimestamp = value;
        return this;
    }

    public WireBatch producer(long id, int epoch, int sequence) {
        producerId = id;
        producerEpoch = epoch;
        baseSequence = sequence;
        return this;
    }

    /** Keys of the first records; an empty one is none. */
    public WireBatch keys(String... first) {
        keys = List.of(first);
        return this;
    }

    /** The records section becomes what {@code operation} makes of it; the codec goes into the attributes. */
    public WireBatch compressed(int codec, UnaryOperator<byte[]> operation) {
        attributes |= codec;
        compression = operation;
        return this;
    }

    /** All records are tombstones. */
    public WireBatch withoutValues() {
        hasValues = false;
        return this;
    }

    public WireBatch withWrongCrc() {
        crcFlaw = 1;
        return this;
    }

    /** As a field of a request. */
    public RecordsBuffer records() {
        return new RecordsBuffer(Unpooled.wrappedBuffer(bytes()));
    }

    public byte[] bytes() {
        ByteBuf batch = Unpooled.buffer();
        batch.writeLong(baseOffset).writeInt(0).writeInt(-1).writeByte(MAGIC).writeInt(0);
        batch.writeShort(attributes)
                .writeInt(lastOffsetDelta)
                .writeLong(baseTimestamp)
                .writeLong(maxTimestamp);
        batch.writeLong(producerId)
                .writeShort(producerEpoch)
                .writeInt(baseSequence)
                .writeInt(count);
        batch.writeBytes(compression.apply(plainRecords()));
        batch.setInt(LENGTH_AT, batch.readableBytes() - LENGTH_COVERS_FROM);
        byte[] bytes = new byte[batch.readableBytes()];
        batch.getBytes(0, bytes);
        Unpooled.wrappedBuffer(bytes).setInt(CRC_AT, crc(bytes) + crcFlaw);
        return bytes;
    }

    /** The checksum that this batch ought to have. */
    public static int crc(byte[] batch) {
        var crc = new CRC32C();
        crc.update(batch, ATTRIBUTES_AT, batch.length - ATTRIBUTES_AT);
        return (int) crc.getValue();
    }

    /** The whole batches in what a fetch returned. */
    public static List<byte[]> split(ByteBuf records) {
        List<byte[]> batches = new ArrayList<>();
        ByteBuf rest = records.slice();
        while (rest.readableBytes() > LENGTH_COVERS_FROM) {
            int size = LENGTH_COVERS_FROM + rest.getInt(rest.readerIndex() + LENGTH_AT);
            if (rest.readableBytes() < size) {
                break;
            }
            byte[] batch = new byte[size];
            rest.readBytes(batch);
            batches.add(batch);
        }
        return batches;
    }

    private byte[] plainRecords() {
        ByteBuf records = Unpooled.buffer();
        for (int i = 0; i < values.size(); i++) {
            ByteBuf body = Unpooled.buffer();
            body.writeByte(0);
            varint(body, i);
            varint(body, i);
            key(body, i < keys.size() ? keys.get(i) : "");
            byte[] value = hasValues ? values.get(i).getBytes(StandardCharsets.UTF_8) : new byte[0];
            varint(body, hasValues ? value.length : -1);
            body.writeBytes(value);
            varint(body, 0);
            varint(records, body.readableBytes());
            records.writeBytes(body);
        }
        byte[] bytes = new byte[records.readableBytes()];
        records.readBytes(bytes);
        return bytes;
    }

    private static void key(ByteBuf out, String key) {
        byte[] bytes = key.getBytes(StandardCharsets.UTF_8);
        varint(out, bytes.length == 0 ? -1 : bytes.length);
        out.writeBytes(bytes);
    }

    private static void varint(ByteBuf out, int value) {
        int zigzag = (value << 1) ^ (value >> 31);
        while ((zigzag & ~0x7f) != 0) {
            out.writeByte(zigzag & 0x7f | 0x80);
            zigzag >>>= 7;
        }
        out.writeByte(zigzag);
    }
}
