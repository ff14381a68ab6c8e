package io.milena.clients.consumer;

import io.milena.common.header.Headers;
import io.milena.common.header.internals.RecordHeaders;
import io.milena.common.record.TimestampType;
import io.milena.record.MalformedRecords;
import io.milena.record.RecordBatch;
import io.milena.record.RecordBatchFormat;
import io.milena.record.compression.ChunkSource;
import io.milena.record.compression.Codec;
import io.milena.record.compression.Decompressor;
import io.milena.record.compression.Framing;
import io.milena.record.compression.GrowingArray;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The records of a batch of format 2, copied or uncompressed into one array before the first is read.
 *
 * <pre>
 *   varint bytes | int8 attributes | varlong timestamp delta | varint offset delta
 *   varint key bytes, key | varint value bytes, value | varint headers { varint name, varint value }
 * </pre>
 *
 * <p>Lengths are zigzag; -1 is null. Nothing is believed that reaches past its record, or past the batch.
 */
final class HeapRecords implements BatchRecords {

    private static final int MAX_VARINT_SHIFT = 28;
    private static final int MAX_VARLONG_SHIFT = 63;

    private final ScratchArrays arrays;
    private final byte[] bytes;
    private final int end;
    private final int count;
    private final long baseOffset;
    private final long baseTimestamp;
    private final long appendedAtMs;
    private final boolean appendTime;
    private int at;
    private int read;
    private int passed;
    private long offset;
    private long timestamp;
    private int keyAt;
    private int keyLength;
    private int valueAt;
    private int valueLength;
    private int headersAt;
    private int headerCount;

    private HeapRecords(RecordBatch batch, ScratchArrays arrays, byte[] bytes, int from, int end) {
        this.arrays = arrays;
        this.bytes = bytes;
        this.at = from;
        this.end = end;
        count = batch.recordCount();
        baseOffset = batch.baseOffset();
        baseTimestamp = batch.baseTimestamp();
        appendedAtMs = batch.maxTimestamp();
        appendTime = batch.timestampType() == TimestampType.LOG_APPEND_TIME;
    }

    static HeapRecords of(RecordBatch batch, Decompressor decompressor, ScratchArrays arrays) throws MalformedRecords {
        if (!Codec.isKnown(batch.codecId())) {
            throw MalformedRecords.invalid("unknown codec " + batch.codecId());
        }
        if (batch.recordCount() < 0) {
            throw MalformedRecords.invalid(batch.recordCount() + " records");
        }
        if (!batch.isCompressed() || batch.recordCount() == 0) {
            byte[] copy = arrays.takeCopyOf(batch);
            return new HeapRecords(batch, arrays, copy, RecordBatchFormat.HEADER_BYTES, batch.sizeBytes());
        }
        int from = batch.index() + RecordBatchFormat.HEADER_BYTES;
        int length = batch.sizeBytes() - RecordBatchFormat.HEADER_BYTES;
        ChunkSource chunks = decompressor.open(batch.codec(), Framing.STANDARD, batch.buffer(), from, length);
        var payload = new GrowingArray(arrays.take(2 * length));
        chunks.restInto(payload);
        return new HeapRecords(batch, arrays, payload.array(), 0, payload.size());
    }

    @Override
    public boolean next() throws MalformedRecords {
        if (passed == count) {
            if (at != end && count > 0) {
                throw MalformedRecords.invalid("bytes follow the " + count + " records that the header announces");
            }
            return false;
        }
        passed++;
        int from = varintAt(at, end);
        int length = read;
        if (length < 0 || length > end - from) {
            throw MalformedRecords.invalid("a length of " + length + " with " + (end - from) + " bytes left");
        }
        int recordEnd = from + length;
        int afterAttributes = after(from, Byte.BYTES, recordEnd);
        fields(timestamp(afterAttributes, recordEnd), recordEnd);
        if (headerCount != 0) {
            passHeaders(recordEnd);
        }
        if (at != recordEnd) {
            throw MalformedRecords.invalid("a record is " + (recordEnd - at) + " bytes shorter than its length says");
        }
        return true;
    }

    /** Where the timestamp ends. */
    private int timestamp(int from, int limit) throws MalformedRecords {
        at = from;
        long recordTimestamp = baseTimestamp + varlong(limit);
        timestamp = appendTime ? appendedAtMs : recordTimestamp;
        return at;
    }

    /** What follows the timestamp, up to the headers. */
    private void fields(int from, int limit) throws MalformedRecords {
        int afterOffset = varintAt(from, limit);
        offset = baseOffset + read;
        keyAt = varintAt(afterOffset, limit);
        keyLength = read;
        int afterKey = after(keyAt, keyLength, limit);
        valueAt = varintAt(afterKey, limit);
        valueLength = read;
        int afterValue = after(valueAt, valueLength, limit);
        headersAt = varintAt(afterValue, limit);
        headerCount = read;
        at = headersAt;
    }

    /**
     * Where the varint ends, with its value in {@link #read}. So the place of the next field follows from a branch that
     * the processor foresees, and reading that field does not wait for the value of this one.
     */
    private int varintAt(int from, int limit) throws MalformedRecords {
        if (from < limit && bytes[from] >= 0) {
            read = unzigzag(bytes[from]);
            return from + 1;
        }
        if (from + 1 < limit && bytes[from + 1] >= 0) {
            read = unzigzag(bytes[from] & 0x7f | bytes[from + 1] << 7);
            return from + 2;
        }
        at = from;
        read = varint(limit);
        return at;
    }

    private static int unzigzag(int zigzag) {
        return zigzag >>> 1 ^ -(zigzag & 1);
    }

    private void passHeaders(int limit) throws MalformedRecords {
        if (headerCount < 0) {
            throw MalformedRecords.invalid("a header count of " + headerCount);
        }
        for (int i = 0; i < headerCount; i++) {
            int nameLength = varint(limit);
            if (nameLength < 0) {
                throw MalformedRecords.invalid("a header key of length " + nameLength);
            }
            skip(nameLength, limit);
            skip(varint(limit), limit);
        }
    }

    /** Passes over a field, which is null if its length is negative; where it begins. */
    private int skip(int length, int limit) throws MalformedRecords {
        int from = at;
        at = after(from, length, limit);
        return from;
    }

    private static int after(int from, int length, int limit) throws MalformedRecords {
        if (length > limit - from) {
            throw MalformedRecords.invalid("a field of " + length + " bytes with " + (limit - from) + " left");
        }
        return from + Math.max(length, 0);
    }

    private int varint(int limit) throws MalformedRecords {
        int value = 0;
        for (int shift = 0; shift <= MAX_VARINT_SHIFT; shift += 7) {
            byte next = byteAt(limit);
            value |= (next & 0x7f) << shift;
            if (next >= 0) {
                return unzigzag(value);
            }
        }
        throw MalformedRecords.invalid("a varint of more than five bytes");
    }

    private long varlong(int limit) throws MalformedRecords {
        long value = 0;
        for (int shift = 0; shift <= MAX_VARLONG_SHIFT; shift += 7) {
            byte next = byteAt(limit);
            value |= (next & 0x7fL) << shift;
            if (next >= 0) {
                return value >>> 1 ^ -(value & 1);
            }
        }
        throw MalformedRecords.invalid("a varlong of more than ten bytes");
    }

    private byte byteAt(int limit) throws MalformedRecords {
        if (at >= limit) {
            throw MalformedRecords.invalid("the bytes end in the middle of a record");
        }
        return bytes[at++];
    }

    @Override
    public Headers headers() {
        var headers = new RecordHeaders();
        if (headerCount == 0) {
            return headers;
        }
        int after = at;
        at = headersAt;
        try {
            for (int i = 0; i < headerCount; i++) {
                int nameLength = varint(after);
                int nameAt = skip(nameLength, after);
                int length = varint(after);
                int from = skip(length, after);
                headers.add(
                        new String(bytes, nameAt, nameLength, StandardCharsets.UTF_8),
                        length < 0 ? null : Arrays.copyOfRange(bytes, from, from + length));
            }
        } catch (MalformedRecords e) {
            throw new IllegalStateException("headers were sound when they were passed", e);
        } finally {
            at = after;
        }
        return headers;
    }

    @Override
    public long offset() {
        return offset;
    }

    @Override
    public long timestamp() {
        return timestamp;
    }

    @Override
    public byte[] array() {
        return bytes;
    }

    @Override
    public int keyAt() {
        return keyAt;
    }

    @Override
    public int keyLength() {
        return keyLength;
    }

    @Override
    public int valueAt() {
        return valueAt;
    }

    @Override
    public int valueLength() {
        return valueLength;
    }

    @Override
    public void close() {
        arrays.giveBack(bytes);
    }
}
