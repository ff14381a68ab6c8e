package io.milena.storage.segment;

import java.nio.ByteBuffer;

/**
 * Byte layout of one entry of a {@code .timeindex} file, which says up to which offset no record is newer.
 *
 * <pre>
 *   byte  0                8              12
 *        +----------------+--------------+
 *        |  timestamp     | offset - base|
 *        +----------------+--------------+
 * </pre>
 *
 * <p>Big-endian. The timestamp is the greatest of the segment up to and including the batch that ends at the offset;
 * both rise. Missing or wrong after a crash: rebuilt from the log on load. A file written by the reference may end in
 * zeros that it had reserved.
 */
public final class TimeIndexFormat {

    static final int TIMESTAMP_AT = 0;
    static final int RELATIVE_OFFSET_AT = TIMESTAMP_AT + Long.BYTES;
    public static final int ENTRY_BYTES = RELATIVE_OFFSET_AT + Integer.BYTES;

    private TimeIndexFormat() {}

    static long timestamp(ByteBuffer block, int entry) {
        return block.getLong(entry * ENTRY_BYTES + TIMESTAMP_AT);
    }

    static int relativeOffset(ByteBuffer block, int entry) {
        return block.getInt(entry * ENTRY_BYTES + RELATIVE_OFFSET_AT);
    }

    static void write(ByteBuffer block, long timestamp, int relativeOffset) {
        block.putLong(timestamp).putInt(relativeOffset);
    }
}
