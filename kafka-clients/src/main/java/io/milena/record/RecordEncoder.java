package io.milena.record;

import static io.milena.record.RecordBatchFormat.HEADER_BYTES;
import static io.milena.record.RecordBatchFormat.NO_TIMESTAMP;

import io.milena.common.Invariant;
import io.milena.common.header.Header;
import io.milena.record.compression.Codec;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Writes records of format 2 one behind the other into a buffer that somebody else owns, and later the header of their
 * batch: the part of a {@link RecordBatchBuilder} that a producer runs for each record.
 *
 * <p>Numbers are put together in a small array first, because a direct buffer takes much longer for single bytes than
 * for a few at once. Confined to one thread at a time.
 */
public final class RecordEncoder {

    /** Length, attributes, timestamp and offset. */
    private static final int MOST_PLACE_BYTES = 2 * Varints.MAX_INT_BYTES + 1 + Varints.MAX_LONG_BYTES;

    /** What stands before the bytes of the key, or, where there is none, before those of the value. */
    private static final int MOST_PREFIX_BYTES = MOST_PLACE_BYTES + 2 * Varints.MAX_INT_BYTES;

    private static final Header[] NO_HEADERS = {};

    private final byte[] numbers = new byte[MOST_PREFIX_BYTES];
    private ByteBuf buffer;
    private ByteBuffer out;
    private int count;
    private long baseTimestamp = NO_TIMESTAMP;
    private long maxTimestamp = NO_TIMESTAMP;

    /** @param buffer direct, with room for a header at least; written to from its beginning */
    public RecordEncoder(ByteBuf buffer) {
        this.buffer = buffer;
        this.out = memory(buffer).position(HEADER_BYTES);
    }

    /** Goes on in {@code larger}, into which all that was written is copied. */
    public void moveTo(ByteBuf larger) {
        ByteBuffer written = out.duplicate().flip();
        buffer = larger;
        out = memory(larger).put(written);
    }

    private static ByteBuffer memory(ByteBuf buffer) {
        return buffer.nioBuffer(0, buffer.capacity());
    }

    /**
     * The most that a record takes, whatever its place in its batch: its own length, its timestamp and its offset are
     * taken for as long as they can be. The reference reckons so, too, where a limit is a setting.
     */
    public static long mostBytes(byte @Nullable [] key, byte @Nullable [] value, Header @Nullable [] headers) {
        long bytes = MOST_PLACE_BYTES + fieldBytes(key) + fieldBytes(value);
        return headers == null
                ? bytes + Varints.sizeOfInt(0)
                : bytes + Varints.sizeOfInt(headers.length) + headersBytes(headers);
    }

    /**
     * Appends a record with the next offset, or does nothing if there is no room for it.
     *
     * @param headers null for none
     * @return bytes that it took; 0 if there is no room
     */
    public int append(long timestamp, byte @Nullable [] key, byte @Nullable [] value, Header @Nullable [] headers) {
        Header[] all = headers == null ? NO_HEADERS : headers;
        long timestampDelta = count == 0 ? 0 : timestamp - baseTimestamp;
        int bodyBytes = bodyBytes(timestampDelta, key, value, all);
        int wholeBytes = Varints.sizeOfInt(bodyBytes) + bodyBytes;
        if (wholeBytes > out.remaining()) {
            return 0;
        }
        int at = putPlace(bodyBytes, timestampDelta);
        if (key != null) {
            out.put(numbers, 0, Varints.putInt(numbers, at, key.length));
            out.put(key);
            at = 0;
        } else {
            at = Varints.putInt(numbers, at, -1);
        }
        out.put(numbers, 0, Varints.putInt(numbers, at, value == null ? -1 : value.length));
        if (value != null) {
            out.put(value);
        }
        writeHeaders(all);
        if (count == 0) {
            baseTimestamp = timestamp;
        }
        count++;
        maxTimestamp = Math.max(maxTimestamp, timestamp);
        return wholeBytes;
    }

    /** What {@link #append} would take now. */
    public int sizeOf(long timestamp, byte @Nullable [] key, byte @Nullable [] value, Header @Nullable [] headers) {
        long timestampDelta = count == 0 ? 0 : timestamp - baseTimestamp;
        int bodyBytes = bodyBytes(timestampDelta, key, value, headers == null ? NO_HEADERS : headers);
        return Varints.sizeOfInt(bodyBytes) + bodyBytes;
    }

    private int bodyBytes(long timestampDelta, byte @Nullable [] key, byte @Nullable [] value, Header[] headers) {
        return (int) (1
                + Varints.sizeOfLong(timestampDelta)
                + Varints.sizeOfInt(count)
                + fieldBytes(key)
                + fieldBytes(value)
                + Varints.sizeOfInt(headers.length)
                + headersBytes(headers));
    }

    private static long fieldBytes(byte @Nullable [] field) {
        return field == null ? 1 : Varints.sizeOfInt(field.length) + (long) field.length;
    }

    private static long headersBytes(Header[] headers) {
        long bytes = 0;
        for (Header header : headers) {
            int keyBytes = ByteBufUtil.utf8Bytes(header.key());
            bytes += Varints.sizeOfInt(keyBytes) + keyBytes + fieldBytes(header.value());
        }
        return bytes;
    }

    /** Length, attributes, timestamp and offset; where they end. */
    private int putPlace(int bodyBytes, long timestampDelta) {
        int at = Varints.putInt(numbers, 0, bodyBytes);
        numbers[at] = 0;
        at = Varints.putLong(numbers, at + 1, timestampDelta);
        return Varints.putInt(numbers, at, count);
    }

    private void writeInt(int value) {
        out.put(numbers, 0, Varints.putInt(numbers, 0, value));
    }

    private void writeHeaders(Header[] headers) {
        if (headers.length == 0) {
            out.put((byte) 0);
            return;
        }
        writeInt(headers.length);
        for (Header header : headers) {
            writeField(header.key().getBytes(StandardCharsets.UTF_8));
            writeField(header.value());
        }
    }

    private void writeField(byte @Nullable [] field) {
        writeInt(field == null ? -1 : field.length);
        if (field != null) {
            out.put(field);
        }
    }

    public int recordCount() {
        return count;
    }

    /** Header and records so far, before compression. */
    public int uncompressedBytes() {
        return out.position();
    }

    /** Bytes that the buffer has. */
    public int capacity() {
        return out.capacity();
    }

    public long maxTimestamp() {
        return maxTimestamp;
    }

    /** Ends the batch: its buffer, readable from the header, which is yet to be written, to the last record. */
    public ByteBuf finish() {
        return buffer.setIndex(0, out.position());
    }

    /**
     * Writes the header, CRC included. May be done again under other terms.
     *
     * @param batch what {@link #finish} returned, or the header's room and its records compressed
     */
    public void writeHeader(ByteBuf batch, Codec codec, BatchTerms terms) {
        Invariant.check(count > 0, "a batch that is sent has records", count, 1);
        BatchEdits.writeHeader(batch, terms, codec, new RecordTally(count, count - 1, baseTimestamp, maxTimestamp));
    }
}
