package io.milena.record;

import static io.milena.record.RecordBatchFormat.HEADER_BYTES;

import io.milena.common.record.TimestampType;
import io.milena.record.compression.Codec;
import io.milena.record.compression.Decompressor;
import io.milena.record.compression.Framing;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;

/** The records of a batch of format 2. */
final class BatchIterator implements RecordIterator {

    private final RecordView view = new RecordView();
    private final RecordReader reader;
    private final ByteBuf payload;
    private final ByteBuf owned;
    private final long baseOffset;
    private final long baseTimestamp;
    private final long appendedAtMs;
    private final boolean appendTime;
    private final int count;
    private int passed;

    private BatchIterator(RecordBatch batch, ByteBuf payload, int at, int end, ByteBuf owned) {
        this.payload = payload;
        this.owned = owned;
        reader = new RecordReader(payload, at, end);
        baseOffset = batch.baseOffset();
        baseTimestamp = batch.baseTimestamp();
        appendedAtMs = batch.maxTimestamp();
        appendTime = batch.timestampType() == TimestampType.LOG_APPEND_TIME;
        count = batch.recordCount();
    }

    static BatchIterator of(RecordBatch batch, Decompressor decompressor) throws MalformedRecords {
        if (!Codec.isKnown(batch.codecId())) {
            throw MalformedRecords.invalid("unknown codec " + batch.codecId());
        }
        if (batch.recordCount() < 0) {
            throw MalformedRecords.invalid(batch.recordCount() + " records");
        }
        ByteBuf buffer = batch.buffer();
        int at = batch.index() + HEADER_BYTES;
        int bytes = batch.sizeBytes() - HEADER_BYTES;
        if (!batch.isCompressed() || batch.recordCount() == 0) {
            return new BatchIterator(batch, buffer, at, at + bytes, Unpooled.EMPTY_BUFFER);
        }
        ByteBuf plain = decompressor.uncompress(batch.codec(), Framing.STANDARD, buffer, at, bytes);
        return new BatchIterator(batch, plain, 0, plain.readableBytes(), plain);
    }

    @Override
    public boolean next() throws MalformedRecords {
        if (passed == count) {
            if (reader.remaining() > 0 && count > 0) {
                throw MalformedRecords.invalid("bytes follow the " + count + " records that the header announces");
            }
            return false;
        }
        passed++;
        int startAt = reader.at();
        int outerEnd = reader.narrow(reader.readInt());
        readRecord();
        if (reader.remaining() != 0) {
            throw MalformedRecords.invalid("a record is " + reader.remaining() + " bytes shorter than its length says");
        }
        reader.widen(outerEnd);
        view.placeExtent(startAt, reader.at());
        return true;
    }

    @Override
    public RecordView record() {
        return view;
    }

    @Override
    public void close() {
        owned.release();
    }

    private void readRecord() throws MalformedRecords {
        reader.readByte();
        long timestamp = baseTimestamp + reader.readLong();
        long offset = baseOffset + reader.readInt();
        view.place(offset, appendTime ? appendedAtMs : timestamp, payload);
        int keyLength = reader.readInt();
        view.placeKey(reader.skip(keyLength), keyLength);
        int valueLength = reader.readInt();
        view.placeValue(reader.skip(valueLength), valueLength);
        int headerCount = reader.readInt();
        if (headerCount < 0) {
            throw MalformedRecords.invalid("a header count of " + headerCount);
        }
        int headersAt = reader.at();
        for (int i = 0; i < headerCount; i++) {
            reader.skipHeader();
        }
        view.placeHeaders(headerCount, headersAt, reader.at() - headersAt);
    }
}
