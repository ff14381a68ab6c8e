package io.milena.record;

import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;

/** Reads the parts of record bodies from a stretch of a buffer and never past its end. */
final class RecordReader extends VarintInput {

    private final ByteBuf buffer;
    private int at;
    private int end;

    RecordReader(ByteBuf buffer, int at, int end) {
        this.buffer = buffer;
        this.at = at;
        this.end = end;
    }

    int at() {
        return at;
    }

    int remaining() {
        return end - at;
    }

    /** Lets the reader see {@code bytes} from here; returns the end before, for {@link #widen}. */
    int narrow(int bytes) throws MalformedRecords {
        if (bytes < 0 || bytes > end - at) {
            throw MalformedRecords.invalid("a length of " + bytes + " with " + (end - at) + " bytes left");
        }
        int outer = end;
        end = at + bytes;
        return outer;
    }

    void widen(int outerEnd) {
        end = outerEnd;
    }

    @Override
    int readByte() throws MalformedRecords {
        if (at >= end) {
            throw MalformedRecords.invalid("the bytes end in the middle of a record");
        }
        return buffer.getByte(at++);
    }

    /** Passes over {@code bytes}; negative is null and takes none. Returns where they began. */
    int skip(int bytes) throws MalformedRecords {
        if (bytes > end - at) {
            throw MalformedRecords.invalid("a field of " + bytes + " bytes with " + (end - at) + " left");
        }
        int from = at;
        at += Math.max(bytes, 0);
        return from;
    }

    void skipHeader() throws MalformedRecords {
        int keyLength = readInt();
        if (keyLength < 0) {
            throw MalformedRecords.invalid("a header key of length " + keyLength);
        }
        skip(keyLength);
        skip(readInt());
    }

    RecordHeader header() throws MalformedRecords {
        int keyLength = readInt();
        int keyAt = skip(keyLength);
        int valueLength = readInt();
        int valueAt = skip(valueLength);
        String key = buffer.toString(keyAt, keyLength, StandardCharsets.UTF_8);
        if (valueLength < 0) {
            return new RecordHeader(key, null);
        }
        var value = new byte[valueLength];
        buffer.getBytes(valueAt, value);
        return new RecordHeader(key, value);
    }
}
