package io.milena.record;

import static io.milena.record.RecordBatchFormat.LOG_OVERHEAD;
import static io.milena.record.RecordBatchFormat.MAGIC_V0;
import static io.milena.record.RecordBatchFormat.NO_TIMESTAMP;

import io.milena.common.record.TimestampType;
import io.milena.record.compression.Codec;
import io.milena.record.compression.Decompressor;
import io.milena.record.compression.Framing;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;

/** The records of one message of format 0 or 1: itself, or if it is a wrapper, the messages inside. */
final class LegacyIterator implements RecordIterator {

    private final RecordView view = new RecordView();
    private final RecordBatch message = RecordBatch.at(Unpooled.EMPTY_BUFFER, 0);
    private final ByteBuf buffer;
    private final ByteBuf owned;
    private final int end;
    private final byte magic;
    private final boolean inside;
    private final boolean appendTime;
    private final long wrapperTimestamp;
    private final long innerBase;
    private int at;

    private LegacyIterator(RecordBatch outer) {
        buffer = outer.buffer();
        owned = Unpooled.EMPTY_BUFFER;
        at = outer.index();
        end = at + outer.sizeBytes();
        magic = outer.magic();
        inside = false;
        appendTime = false;
        wrapperTimestamp = NO_TIMESTAMP;
        innerBase = 0;
    }

    /** Takes over {@code plain}, the uncompressed value of {@code wrapper}. */
    private LegacyIterator(RecordBatch wrapper, ByteBuf plain, long innerBase) {
        buffer = plain;
        owned = plain;
        at = 0;
        end = plain.readableBytes();
        magic = wrapper.magic();
        inside = true;
        appendTime = wrapper.timestampType() == TimestampType.LOG_APPEND_TIME;
        wrapperTimestamp = wrapper.maxTimestamp();
        this.innerBase = innerBase;
    }

    static LegacyIterator of(RecordBatch batch, Decompressor decompressor) throws MalformedRecords {
        if (!batch.isCompressed()) {
            return new LegacyIterator(batch);
        }
        ByteBuf plain = uncompressed(batch, decompressor);
        boolean done = false;
        try {
            var iterator = new LegacyIterator(batch, plain, innerBase(batch, plain));
            done = true;
            return iterator;
        } finally {
            if (!done) {
                plain.release();
            }
        }
    }

    @Override
    public boolean next() throws MalformedRecords {
        if (at == end) {
            return false;
        }
        message.moveTo(buffer, at);
        int sizeBytes = entryBytes(message, end);
        if (inside && (message.magic() != magic || message.isCompressed())) {
            throw MalformedRecords.invalid("a message of magic " + message.magic() + " and codec " + message.codecId()
                    + " inside a wrapper of magic " + magic);
        }
        view.place(innerBase + message.baseOffset(), appendTime ? wrapperTimestamp : message.maxTimestamp(), buffer);
        placeFields(at + sizeBytes);
        view.placeExtent(at, at + sizeBytes);
        at += sizeBytes;
        return true;
    }

    @Override
    public RecordView record() {
        return view;
    }

    /** Bytes of the payload that was uncompressed for this; 0 if none was. */
    int ownedBytes() {
        return owned.readableBytes();
    }

    /** The inner message just passed, for checks of its own header. */
    RecordBatch message() {
        return message;
    }

    @Override
    public void close() {
        owned.release();
    }

    private void placeFields(int messageEnd) throws MalformedRecords {
        int keyLengthAt = at + LegacyMessageFormat.keyLengthAt(magic);
        int keyLength = buffer.getInt(keyLengthAt);
        int keyAt = keyLengthAt + Integer.BYTES;
        long valueLengthAt = (long) keyAt + Math.max(keyLength, 0);
        if (valueLengthAt + Integer.BYTES > messageEnd) {
            throw MalformedRecords.invalid("a key of " + keyLength + " bytes does not fit its message");
        }
        int valueLength = buffer.getInt((int) valueLengthAt);
        int valueAt = (int) valueLengthAt + Integer.BYTES;
        if ((long) valueAt + Math.max(valueLength, 0) != messageEnd) {
            throw MalformedRecords.invalid("a value of " + valueLength + " bytes does not fill its message");
        }
        view.placeKey(keyAt, keyLength);
        view.placeValue(valueAt, valueLength);
    }

    private static ByteBuf uncompressed(RecordBatch wrapper, Decompressor decompressor) throws MalformedRecords {
        if (!Codec.isKnown(wrapper.codecId()) || wrapper.codec() == Codec.ZSTD) {
            throw MalformedRecords.invalid(
                    "codec " + wrapper.codecId() + " does not exist in message format " + wrapper.magic());
        }
        var outer = new LegacyIterator(wrapper);
        outer.next();
        RecordView record = outer.record();
        if (!record.hasValue()) {
            throw MalformedRecords.invalid("a compressed message without a value");
        }
        return decompressor.uncompress(
                wrapper.codec(),
                Framing.ofMagic(wrapper.magic()),
                record.buffer(),
                record.valueAt(),
                record.valueLength());
    }

    /**
     * What to add to the offsets inside. Format 0 has them absolute. In format 1 the last one has the wrapper's,
     * except when that is 0: some producers leave it so, and the offsets inside stand for themselves.
     */
    private static long innerBase(RecordBatch wrapper, ByteBuf plain) throws MalformedRecords {
        var inner = RecordBatch.at(plain, 0);
        int end = plain.readableBytes();
        if (end == 0) {
            throw MalformedRecords.invalid("a compressed message with nothing inside");
        }
        int next = 0;
        while (next < end) {
            inner.moveTo(plain, next);
            next += entryBytes(inner, end);
        }
        boolean absolute = wrapper.magic() == MAGIC_V0 || wrapper.baseOffset() == 0;
        return absolute ? 0 : wrapper.baseOffset() - inner.baseOffset();
    }

    /** Size of the entry at {@code message}, which must lie before {@code end}. */
    private static int entryBytes(RecordBatch message, int end) throws MalformedRecords {
        int remaining = end - message.index();
        boolean readable = remaining >= LegacyMessageFormat.MIN_ENTRY_V0_BYTES
                && message.magic() >= MAGIC_V0
                && message.isLegacy();
        int sizeBytes = remaining >= LOG_OVERHEAD ? message.sizeBytes() : remaining;
        if (!readable || sizeBytes < LegacyMessageFormat.minEntryBytes(message.magic()) || sizeBytes > remaining) {
            throw MalformedRecords.invalid("a message of " + sizeBytes + " bytes with " + remaining + " left");
        }
        return sizeBytes;
    }
}
