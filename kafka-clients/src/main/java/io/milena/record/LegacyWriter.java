package io.milena.record;

import static io.milena.record.RecordBatchFormat.LOG_OVERHEAD;
import static io.milena.record.RecordBatchFormat.MAGIC_V0;

import io.milena.common.record.TimestampType;
import io.netty.buffer.ByteBuf;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/** Appends messages of one old format to a buffer that it does not own. */
final class LegacyWriter {

    private final ByteBuf out;
    private final byte magic;
    private final int timestampTypeBit;

    LegacyWriter(ByteBuf out, byte magic, TimestampType timestampType) {
        this.out = out;
        this.magic = magic;
        boolean appendTime = magic != MAGIC_V0 && timestampType == TimestampType.LOG_APPEND_TIME;
        timestampTypeBit = appendTime ? RecordBatchFormat.LOG_APPEND_TIME_BIT : 0;
    }

    /** Bytes of a message with these parts; negative lengths are null. */
    static int sizeBytes(byte magic, int keyLength, int valueLength) {
        return LegacyMessageFormat.minEntryBytes(magic) + Math.max(keyLength, 0) + Math.max(valueLength, 0);
    }

    /** A message that is not compressed. */
    void message(long offset, long timestamp, @Nullable ByteBuf key, @Nullable ByteBuf value) {
        write(offset, timestamp, 0, key, value);
    }

    /** A wrapper around {@code compressed} messages. */
    void wrapper(long offset, long timestamp, int codecId, ByteBuf compressed) {
        write(offset, timestamp, codecId, null, compressed);
    }

    private void write(long offset, long timestamp, int codecId, @Nullable ByteBuf key, @Nullable ByteBuf value) {
        int keyLength = key == null ? -1 : key.readableBytes();
        int valueLength = value == null ? -1 : value.readableBytes();
        int sizeBytes = sizeBytes(magic, keyLength, valueLength);
        int start = out.writerIndex();
        out.ensureWritable(sizeBytes)
                .writeLong(offset)
                .writeInt(sizeBytes - LOG_OVERHEAD)
                .writeInt(0)
                .writeByte(magic)
                .writeByte(codecId | timestampTypeBit);
        if (magic != MAGIC_V0) {
            out.writeLong(timestamp);
        }
        writeField(key, keyLength);
        writeField(value, valueLength);
        out.setInt(start + LegacyMessageFormat.CRC_AT, crc(out, start, sizeBytes));
    }

    /** The CRC of a message of {@code sizeBytes} at {@code index}. */
    static int crc(ByteBuf buffer, int index, int sizeBytes) {
        var crc = new CRC32();
        int covered = LegacyMessageFormat.MAGIC_AT;
        BufferChecksum.update(crc, buffer, index + covered, sizeBytes - covered);
        return (int) crc.getValue();
    }

    private void writeField(@Nullable ByteBuf field, int length) {
        out.writeInt(length);
        if (field != null) {
            out.writeBytes(field, field.readerIndex(), length);
        }
    }
}
