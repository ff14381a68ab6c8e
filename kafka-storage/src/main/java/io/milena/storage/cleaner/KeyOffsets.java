package io.milena.storage.cleaner;

import io.milena.record.RecordView;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The newest offset of each key: a dense table in native memory, from the key's 128-bit hash to an offset.
 *
 * <pre>
 *   slot of 24 bytes   | hash, first half | hash, second half | offset + 1, or 0 for a free slot |
 * </pre>
 *
 * <p>The place of a key follows from the first half of its hash; where it is taken, the next free slot is. The keys
 * themselves are not kept, so the memory does not depend on their length. Pure; confined to one thread. Whoever made it
 * closes it.
 */
final class KeyOffsets implements AutoCloseable {

    static final int SLOT_BYTES = 3 * Long.BYTES;

    /** Says that a key is not in the table. */
    static final long NO_OFFSET = -1;

    private static final int SECOND_AT = Long.BYTES;
    private static final int OFFSET_AT = 2 * Long.BYTES;

    private final KeyHash hash;
    private final ByteBuf memory;
    private final ByteBuffer table;
    private final int slots;
    private final int mostKeys;
    private int keys;

    /**
     * @param slots how many keys there is room for if every slot is used
     * @param loadFactor how many of the slots may be used, 0 to 1
     */
    KeyOffsets(ByteBufAllocator allocator, KeyHash hash, int slots, double loadFactor) {
        this.hash = hash;
        this.slots = slots;
        mostKeys = (int) Math.max(1, Math.min(slots - 1, slots * loadFactor));
        int bytes = slots * SLOT_BYTES;
        memory = allocator.directBuffer(bytes, bytes);
        memory.setZero(0, bytes);
        table = memory.nioBuffer(0, bytes).order(ByteOrder.nativeOrder());
    }

    /** Notes that the key of {@code record} occurs at its offset; false, and nothing is noted, if the table is full. */
    boolean put(RecordView record) {
        hash.hash(record.buffer(), record.keyAt(), record.keyLength());
        int at = find();
        if (table.getLong(at + OFFSET_AT) == 0) {
            if (keys == mostKeys) {
                return false;
            }
            keys++;
            table.putLong(at, hash.first());
            table.putLong(at + SECOND_AT, hash.second());
        }
        table.putLong(at + OFFSET_AT, record.offset() + 1);
        return true;
    }

    /** The newest offset that was noted for the key of {@code record}, or {@link #NO_OFFSET}. */
    long newest(RecordView record) {
        hash.hash(record.buffer(), record.keyAt(), record.keyLength());
        return table.getLong(find() + OFFSET_AT) - 1;
    }

    /** Where the key that was hashed last is, or the free slot where it would be. */
    private int find() {
        long first = hash.first();
        long second = hash.second();
        int slot = (int) (((first >>> 32) * slots) >>> 32);
        while (true) {
            int at = slot * SLOT_BYTES;
            if (table.getLong(at + OFFSET_AT) == 0) {
                return at;
            }
            if (table.getLong(at) == first && table.getLong(at + SECOND_AT) == second) {
                return at;
            }
            slot = slot + 1 == slots ? 0 : slot + 1;
        }
    }

    int keys() {
        return keys;
    }

    /** Share of the keys that there is room for, 0 to 1. */
    double utilization() {
        return (double) keys / mostKeys;
    }

    @Override
    public void close() {
        memory.release();
    }
}
