package io.milena.record;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One record of a batch where it lies. The same object for all records of an iterator, valid until its next step;
 * slices stay valid until the iterator is closed, and are not retained.
 */
public final class RecordView {

    static final int NULL_LENGTH = -1;

    private ByteBuf buffer = Unpooled.EMPTY_BUFFER;
    private long offset;
    private long timestamp;
    private int keyAt;
    private int keyLength;
    private int valueAt;
    private int valueLength;
    private int headersAt;
    private int headersBytes;
    private int headerCount;
    private int startAt;
    private int endAt;

    RecordView() {}

    public long offset() {
        return offset;
    }

    /** Milliseconds; -1 for none. With log append time, the same for all records of a batch. */
    public long timestamp() {
        return timestamp;
    }

    public boolean hasKey() {
        return keyLength >= 0;
    }

    /** Bytes of the key; -1 if it is null. */
    public int keyLength() {
        return keyLength;
    }

    public @Nullable ByteBuf key() {
        return keyLength < 0 ? null : buffer.slice(keyAt, keyLength);
    }

    public boolean hasValue() {
        return valueLength >= 0;
    }

    /** Bytes of the value; -1 if it is null. */
    public int valueLength() {
        return valueLength;
    }

    public @Nullable ByteBuf value() {
        return valueLength < 0 ? null : buffer.slice(valueAt, valueLength);
    }

    public int headerCount() {
        return headerCount;
    }

    /** The headers in their order, copied out. */
    public List<RecordHeader> headers() {
        if (headerCount == 0) {
            return List.of();
        }
        var headers = new ArrayList<RecordHeader>(Math.min(headerCount, 16));
        var reader = new RecordReader(buffer, headersAt, buffer.writerIndex());
        try {
            for (int i = 0; i < headerCount; i++) {
                headers.add(reader.header());
            }
        } catch (MalformedRecords e) {
            throw new IllegalStateException("headers were sound when the iterator passed them", e);
        }
        return headers;
    }

    /** What the record lies in, for those who look at its key without making a slice of it. */
    public ByteBuf buffer() {
        return buffer;
    }

    /** Where in {@link #buffer} the key begins, if there is one. */
    public int keyAt() {
        return keyAt;
    }

    /** Where in {@link #buffer} the value begins, if there is one. */
    public int valueAt() {
        return valueAt;
    }

    int headersAt() {
        return headersAt;
    }

    int headersBytes() {
        return headersBytes;
    }

    /** Where in {@link #buffer} the record begins, its length included; of an old format, its message. */
    int startAt() {
        return startAt;
    }

    int endAt() {
        return endAt;
    }

    void placeExtent(int start, int end) {
        startAt = start;
        endAt = end;
    }

    void place(long newOffset, long newTimestamp, ByteBuf newBuffer) {
        offset = newOffset;
        timestamp = newTimestamp;
        buffer = newBuffer;
        headerCount = 0;
        headersBytes = 0;
    }

    void placeKey(int at, int length) {
        keyAt = at;
        keyLength = Math.max(length, NULL_LENGTH);
    }

    void placeValue(int at, int length) {
        valueAt = at;
        valueLength = Math.max(length, NULL_LENGTH);
    }

    void placeHeaders(int count, int at, int bytes) {
        headerCount = count;
        headersAt = at;
        headersBytes = bytes;
    }
}
