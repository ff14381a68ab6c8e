package io.milena.storage.segment;

import java.nio.ByteBuffer;

/**
 * Byte layout of one entry of an {@code .index} file, which maps offsets to positions in the {@code .log} file.
 *
 * <pre>
 *   byte  0        1        2        3        4        5        6        7
 *        +--------+--------+--------+--------+--------+--------+--------+--------+
 *        |  last offset of a batch - base    |  position where it begins         |
 *        +--------+--------+--------+--------+--------+--------+--------+--------+
 * </pre>
 *
 * <p>Big-endian, strictly rising, sparse, no checksum. Missing or wrong after a crash: rebuilt from the log on load.
 * A file written by the reference may end in zeros that it had reserved.
 */
public final class OffsetIndexFormat {

    static final int RELATIVE_OFFSET_AT = 0;
    static final int POSITION_AT = RELATIVE_OFFSET_AT + Integer.BYTES;
    public static final int ENTRY_BYTES = POSITION_AT + Integer.BYTES;

    private OffsetIndexFormat() {}

    static int relativeOffset(ByteBuffer block, int entry) {
        return block.getInt(entry * ENTRY_BYTES + RELATIVE_OFFSET_AT);
    }

    static int position(ByteBuffer block, int entry) {
        return block.getInt(entry * ENTRY_BYTES + POSITION_AT);
    }

    static void write(ByteBuffer block, int relativeOffset, int position) {
        block.putInt(relativeOffset).putInt(position);
    }
}
