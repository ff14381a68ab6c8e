package io.milena.storage.producer;

import io.milena.record.Crc32c;
import io.milena.storage.checkpoint.MalformedCheckpoint;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Byte layout of a {@code .snapshot} file: the producers of a log up to the offset in the file's name.
 *
 * <pre>
 *    0   2   version               1
 *    2   4   CRC-32C               of everything from 6 on
 *    6   4   number of entries
 *   10  46   each entry:
 *             +0   8   producer id
 *             +8   2   producer epoch
 *            +10   4   last sequence          of the last batch; -1 if only markers are known
 *            +14   8   last offset            of the last batch
 *            +22   4   offset delta           of the last batch: last offset less first
 *            +26   8   timestamp
 *            +34   4   coordinator epoch      -1 if no marker was seen
 *            +38   8   first offset of the open transaction, -1 if none
 * </pre>
 *
 * <p>Big-endian. Missing or wrong after a crash: the one before it is used and the log replayed from there.
 */
public final class ProducerSnapshotFormat {

    private static final short VERSION = 1;
    private static final int CRC_AT = Short.BYTES;
    private static final int COUNT_AT = CRC_AT + Integer.BYTES;
    private static final int ROWS_AT = COUNT_AT + Integer.BYTES;
    private static final int ROW_BYTES = 46;

    private ProducerSnapshotFormat() {}

    /** One entry, as drawn above. */
    public record Row(
            long producerId,
            short epoch,
            int lastSequence,
            long lastOffset,
            int offsetDelta,
            long timestampMs,
            int coordinatorEpoch,
            long transactionFirstOffset) {}

    public static ByteBuffer write(List<Row> rows) {
        ByteBuffer bytes = ByteBuffer.allocate(ROWS_AT + rows.size() * ROW_BYTES);
        bytes.putShort(VERSION).putInt(0).putInt(rows.size());
        for (Row row : rows) {
            bytes.putLong(row.producerId())
                    .putShort(row.epoch())
                    .putInt(row.lastSequence())
                    .putLong(row.lastOffset())
                    .putInt(row.offsetDelta())
                    .putLong(row.timestampMs())
                    .putInt(row.coordinatorEpoch())
                    .putLong(row.transactionFirstOffset());
        }
        bytes.flip();
        bytes.putInt(CRC_AT, crc(bytes));
        return bytes;
    }

    /** Reads a whole file, from position 0 to the limit. */
    public static List<Row> read(ByteBuffer bytes) throws MalformedCheckpoint {
        int size = bytes.limit();
        if (size < ROWS_AT) {
            throw new MalformedCheckpoint(0, size + " bytes", ROWS_AT + " or more");
        }
        if (bytes.getShort(0) != VERSION) {
            throw new MalformedCheckpoint(0, "version " + bytes.getShort(0), "version " + VERSION);
        }
        int count = bytes.getInt(COUNT_AT);
        if (count < 0 || size != ROWS_AT + (long) count * ROW_BYTES) {
            throw new MalformedCheckpoint(0, count + " entries in " + size + " bytes", ROW_BYTES + " bytes each");
        }
        if (bytes.getInt(CRC_AT) != crc(bytes)) {
            throw new MalformedCheckpoint(0, "wrong CRC", "CRC-32C of the entries");
        }
        List<Row> rows = new ArrayList<>(count);
        bytes.position(ROWS_AT);
        for (int i = 0; i < count; i++) {
            rows.add(readRow(bytes));
        }
        return rows;
    }

    private static Row readRow(ByteBuffer bytes) {
        return new Row(
                bytes.getLong(),
                bytes.getShort(),
                bytes.getInt(),
                bytes.getLong(),
                bytes.getInt(),
                bytes.getLong(),
                bytes.getInt(),
                bytes.getLong());
    }

    private static int crc(ByteBuffer bytes) {
        return Crc32c.of(Unpooled.wrappedBuffer(bytes.array()), COUNT_AT, bytes.limit() - COUNT_AT);
    }
}
