package io.milena.record;

import static io.milena.record.RecordBatchFormat.HEADER_BYTES;

import io.milena.common.record.TimestampType;
import io.milena.record.compression.ChunkSource;
import io.milena.record.compression.Codec;
import io.milena.record.compression.Decompressor;
import io.milena.record.compression.Framing;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;

/**
 * The records of a compressed batch of format 2 without their values and headers, uncompressed piece by piece: it takes
 * memory for the largest key. Holds the decompressor until it is closed.
 */
final class KeyIterator implements RecordIterator {

    private static final int FIRST_KEY_BYTES = 256;

    private final RecordView view = new RecordView();
    private final PayloadCursor cursor;
    private final ByteBuf key;
    private final RecordBatch batch;
    private final long appendedAtMs;
    private final boolean appendTime;
    private final int count;
    private int passed;

    private KeyIterator(RecordBatch batch, ChunkSource payload, ByteBuf key) {
        this.batch = batch;
        this.key = key;
        cursor = new PayloadCursor(payload);
        appendedAtMs = batch.maxTimestamp();
        appendTime = batch.timestampType() == TimestampType.LOG_APPEND_TIME;
        count = batch.recordCount();
    }

    static KeyIterator of(RecordBatch batch, Decompressor decompressor, ByteBufAllocator allocator)
            throws MalformedRecords {
        return new KeyIterator(batch, payload(batch, decompressor), allocator.directBuffer(FIRST_KEY_BYTES));
    }

    /** The payload of a compressed batch of format 2, piece by piece. */
    static ChunkSource payload(RecordBatch batch, Decompressor decompressor) throws MalformedRecords {
        if (!Codec.isKnown(batch.codecId())) {
            throw MalformedRecords.invalid("unknown codec " + batch.codecId());
        }
        if (batch.recordCount() < 0) {
            throw MalformedRecords.invalid(batch.recordCount() + " records");
        }
        int bytes = batch.sizeBytes() - HEADER_BYTES;
        return decompressor.open(batch.codec(), Framing.STANDARD, batch.buffer(), batch.index() + HEADER_BYTES, bytes);
    }

    @Override
    public boolean next() throws MalformedRecords {
        if (passed == count) {
            if (count > 0 && !cursor.isAtEnd()) {
                throw MalformedRecords.invalid("bytes follow the " + count + " records that the header announces");
            }
            return false;
        }
        passed++;
        int length = cursor.readInt();
        long end = cursor.passedBytes() + length;
        cursor.readByte();
        long timestamp = batch.baseTimestamp() + cursor.readLong();
        long offset = batch.baseOffset() + cursor.readInt();
        view.place(offset, appendTime ? appendedAtMs : timestamp, key);
        readKey(cursor.readInt(), end);
        int valueLength = cursor.readInt();
        view.placeValue(0, valueLength);
        long rest = end - cursor.passedBytes();
        if (rest < Math.max(valueLength, 0)) {
            throw MalformedRecords.invalid("a record of " + length + " bytes with a value of " + valueLength);
        }
        cursor.skip(rest);
        return true;
    }

    private void readKey(int keyLength, long recordEnd) throws MalformedRecords {
        if (keyLength > recordEnd - cursor.passedBytes()) {
            throw MalformedRecords.invalid("a key of " + keyLength + " bytes does not fit its record");
        }
        key.clear();
        cursor.copy(keyLength, key);
        view.placeKey(0, keyLength);
    }

    /** Its value and headers are not there; whether it has a value is. */
    @Override
    public RecordView record() {
        return view;
    }

    @Override
    public void close() {
        key.release();
    }
}
