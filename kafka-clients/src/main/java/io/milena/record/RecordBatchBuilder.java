package io.milena.record;

import static io.milena.record.RecordBatchFormat.HEADER_BYTES;
import static io.milena.record.RecordBatchFormat.NO_TIMESTAMP;

import io.milena.common.Invariant;
import io.milena.record.compression.Codec;
import io.milena.record.compression.Compression;
import io.milena.record.compression.Compressor;
import io.milena.record.compression.Framing;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufUtil;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Builds one batch of format 2: takes records as they come, compresses once when sealed.
 *
 * <p>Owns the buffer it writes until {@link #seal} hands the batch over or {@link #close} throws everything away.
 * Confined to one thread.
 */
public final class RecordBatchBuilder implements AutoCloseable {

    private final ByteBufAllocator allocator;
    private final Compression compression;
    private BatchTerms terms;
    private @Nullable ByteBuf buffer;
    private int count;
    private int lastOffsetDelta = -1;
    private long baseTimestamp = NO_TIMESTAMP;
    private long maxTimestamp = NO_TIMESTAMP;

    /**
     * @param initialBytes room for header and records that is taken at once; it grows as needed
     */
    public RecordBatchBuilder(ByteBufAllocator allocator, Compression compression, BatchTerms terms, int initialBytes) {
        this.allocator = allocator;
        this.compression = compression;
        this.terms = terms;
        buffer = allocator.directBuffer(Math.max(initialBytes, HEADER_BYTES)).writeZero(HEADER_BYTES);
    }

    /** Changes what the header will say; allowed until {@link #seal}. For ids and sequences that come late. */
    public void terms(BatchTerms newTerms) {
        terms = newTerms;
    }

    public BatchTerms terms() {
        return terms;
    }

    /** Appends a record with the next offset. */
    public void append(long timestamp, byte @Nullable [] key, byte @Nullable [] value, List<RecordHeader> headers) {
        ByteBuf out = open();
        int offsetDelta = lastOffsetDelta + 1;
        long timestampDelta = begin(offsetDelta, timestamp);
        int bodyBytes = 1
                + Varints.sizeOfLong(timestampDelta)
                + Varints.sizeOfInt(offsetDelta)
                + fieldBytes(key == null ? -1 : key.length)
                + fieldBytes(value == null ? -1 : value.length)
                + Varints.sizeOfInt(headers.size())
                + headersBytes(headers);
        writePrefix(out, bodyBytes, timestampDelta, offsetDelta);
        writeField(out, key);
        writeField(out, value);
        Varints.writeInt(out, headers.size());
        for (RecordHeader header : headers) {
            Varints.writeInt(out, ByteBufUtil.utf8Bytes(header.key()));
            out.writeCharSequence(header.key(), StandardCharsets.UTF_8);
            writeField(out, header.value());
        }
    }

    /** Appends a record as it is elsewhere, with its own offset, which may leave a gap. */
    public void copy(RecordView record) {
        copyAt(record.offset(), record);
    }

    /** Appends a record as it is elsewhere, with another offset. */
    void copyAt(long offset, RecordView record) {
        ByteBuf out = open();
        int offsetDelta = Math.toIntExact(offset - terms.baseOffset());
        Invariant.check(offsetDelta > lastOffsetDelta, "offsets of a batch grow", offsetDelta, lastOffsetDelta);
        long timestampDelta = begin(offsetDelta, record.timestamp());
        int bodyBytes = 1
                + Varints.sizeOfLong(timestampDelta)
                + Varints.sizeOfInt(offsetDelta)
                + fieldBytes(record.keyLength())
                + fieldBytes(record.valueLength())
                + Varints.sizeOfInt(record.headerCount())
                + record.headersBytes();
        writePrefix(out, bodyBytes, timestampDelta, offsetDelta);
        writeField(out, record.buffer(), record.keyAt(), record.keyLength());
        writeField(out, record.buffer(), record.valueAt(), record.valueLength());
        Varints.writeInt(out, record.headerCount());
        out.writeBytes(record.buffer(), record.headersAt(), record.headersBytes());
    }

    public int recordCount() {
        return count;
    }

    /** Header and records so far, before compression. */
    public int uncompressedBytes() {
        return open().readableBytes();
    }

    public long maxTimestamp() {
        return maxTimestamp;
    }

    /** Ends the batch. The caller owns the returned buffer, which holds it and nothing else. */
    public ByteBuf seal(Compressor compressor) {
        return seal(compressor, maxTimestamp);
    }

    /** As {@link #seal(Compressor)}, with log append time for all records. */
    public ByteBuf sealAppendedAt(Compressor compressor, long appendedAtMs) {
        terms = terms.withFlags(terms.flags() | RecordBatchFormat.LOG_APPEND_TIME_BIT);
        return seal(compressor, appendedAtMs);
    }

    @Override
    public void close() {
        if (buffer != null) {
            buffer.release();
            buffer = null;
        }
    }

    private ByteBuf seal(Compressor compressor, long headerMaxTimestamp) {
        ByteBuf plain = open();
        buffer = null;
        ByteBuf sealed = compression.codec() == Codec.NONE ? plain : compressed(plain, compressor);
        writeHeader(sealed, headerMaxTimestamp);
        return sealed;
    }

    /** Gives up {@code plain} in any case, also where there is no memory for another buffer. */
    private ByteBuf compressed(ByteBuf plain, Compressor compressor) {
        ByteBuf out = null;
        boolean done = false;
        try {
            out = allocator.directBuffer(HEADER_BYTES + plain.readableBytes() / 2);
            out.writeZero(HEADER_BYTES);
            compressor.compress(compression, Framing.STANDARD, plain.skipBytes(HEADER_BYTES), out);
            done = true;
            return out;
        } finally {
            plain.release();
            if (out != null && !done) {
                out.release();
            }
        }
    }

    private void writeHeader(ByteBuf sealed, long headerMaxTimestamp) {
        var tally = new RecordTally(count, lastOffsetDelta, baseTimestamp, headerMaxTimestamp);
        BatchEdits.writeHeader(sealed, terms, compression.codec(), tally);
    }

    /** Counts a record in; returns its timestamp delta. */
    private long begin(int offsetDelta, long timestamp) {
        if (count == 0) {
            baseTimestamp = timestamp;
        }
        count++;
        lastOffsetDelta = offsetDelta;
        maxTimestamp = Math.max(maxTimestamp, timestamp);
        return timestamp - baseTimestamp;
    }

    private ByteBuf open() {
        ByteBuf current = buffer;
        if (current == null) {
            throw new IllegalStateException("the batch is sealed");
        }
        return current;
    }

    private static void writePrefix(ByteBuf out, int bodyBytes, long timestampDelta, int offsetDelta) {
        out.ensureWritable(Varints.MAX_INT_BYTES + bodyBytes);
        Varints.writeInt(out, bodyBytes);
        out.writeByte(0);
        Varints.writeLong(out, timestampDelta);
        Varints.writeInt(out, offsetDelta);
    }

    private static void writeField(ByteBuf out, byte @Nullable [] field) {
        if (field == null) {
            Varints.writeInt(out, -1);
            return;
        }
        Varints.writeInt(out, field.length);
        out.writeBytes(field);
    }

    private static void writeField(ByteBuf out, ByteBuf from, int at, int length) {
        Varints.writeInt(out, length);
        out.writeBytes(from, at, Math.max(length, 0));
    }

    private static int fieldBytes(int length) {
        return Varints.sizeOfInt(length) + Math.max(length, 0);
    }

    private static int headersBytes(List<RecordHeader> headers) {
        int bytes = 0;
        for (RecordHeader header : headers) {
            byte[] value = header.value();
            bytes += fieldBytes(ByteBufUtil.utf8Bytes(header.key())) + fieldBytes(value == null ? -1 : value.length);
        }
        return bytes;
    }
}
