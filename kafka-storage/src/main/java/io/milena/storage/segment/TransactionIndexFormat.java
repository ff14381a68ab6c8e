package io.milena.storage.segment;

import io.milena.storage.AbortedTransaction;
import java.nio.ByteBuffer;

/**
 * Byte layout of one entry of a {@code .txnindex} file: the aborted transactions whose markers lie in the segment.
 *
 * <pre>
 *    0   2   version              0
 *    2   8   producer id
 *   10   8   first offset         of the transaction; may lie in an earlier segment
 *   18   8   last offset          of its abort marker
 *   26   8   last stable offset   once it had ended
 * </pre>
 *
 * <p>Big-endian, in the order of the markers, no checksum; the file is there only if it has an entry. Missing or wrong
 * after a crash: rebuilt from the log on load.
 */
final class TransactionIndexFormat {

    private static final short VERSION = 0;
    private static final int PRODUCER_ID_AT = Short.BYTES;
    private static final int FIRST_OFFSET_AT = PRODUCER_ID_AT + Long.BYTES;
    private static final int LAST_OFFSET_AT = FIRST_OFFSET_AT + Long.BYTES;
    private static final int LAST_STABLE_OFFSET_AT = LAST_OFFSET_AT + Long.BYTES;
    static final int ENTRY_BYTES = LAST_STABLE_OFFSET_AT + Long.BYTES;

    private TransactionIndexFormat() {}

    static AbortedTransaction read(ByteBuffer block, int entry) {
        int at = entry * ENTRY_BYTES;
        return new AbortedTransaction(
                block.getLong(at + PRODUCER_ID_AT),
                block.getLong(at + FIRST_OFFSET_AT),
                block.getLong(at + LAST_OFFSET_AT),
                block.getLong(at + LAST_STABLE_OFFSET_AT));
    }

    static boolean isKnownVersion(ByteBuffer block, int entry) {
        return block.getShort(entry * ENTRY_BYTES) == VERSION;
    }

    static void write(ByteBuffer block, AbortedTransaction aborted) {
        block.putShort(VERSION)
                .putLong(aborted.producerId())
                .putLong(aborted.firstOffset())
                .putLong(aborted.lastOffset())
                .putLong(aborted.lastStableOffset());
    }
}
