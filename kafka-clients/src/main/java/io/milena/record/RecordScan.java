package io.milena.record;

import static io.milena.record.RecordBatchFormat.NO_TIMESTAMP;

import io.milena.record.compression.ChunkSource;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The streaming pass over the records of one batch of format 2: checks their structure, finds the true timestamps,
 * builds nothing, and skips keys and values unread.
 *
 * <p>The hot loop of a leader. It sees the payload as chunks of any size, so a record, and even a number, may go over a
 * border; {@link #nextByte} is the slow way across. Used again for the next batch; confined to one thread.
 */
final class RecordScan {

    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private @Nullable ChunkSource source;
    private ByteBuffer chunk = NOTHING;
    private int at;
    private int end;
    /**
     * Payload bytes before the current chunk, less its start, so that {@code passed + at} is a place in the payload.
     */
    private long passed;

    private long minTimestamp;
    private long maxTimestamp;
    private int maxTimestampDelta;
    private int firstKeyless;
    private int keyless;

    /** Scans a whole payload, which must hold exactly {@code count} records with offset deltas from 0 on. */
    void run(ChunkSource payload, int count, long baseTimestamp) throws MalformedRecords {
        begin(payload);
        minTimestamp = Long.MAX_VALUE;
        maxTimestamp = NO_TIMESTAMP;
        maxTimestampDelta = 0;
        firstKeyless = -1;
        keyless = 0;
        try {
            for (int index = 0; index < count; index++) {
                record(index, baseTimestamp);
            }
            if (at < end || refill()) {
                throw MalformedRecords.invalid("bytes follow the " + count + " records that the header announces");
            }
        } finally {
            letGo();
        }
    }

    private void begin(ChunkSource payload) {
        source = payload;
        chunk = NOTHING;
        at = 0;
        end = 0;
        passed = 0;
    }

    private void letGo() {
        source = null;
        chunk = NOTHING;
    }

    /**
     * Looks for a record among the first {@code count} of a payload; if it is there, {@code sought} was asked about it
     * last. What lies behind the timestamps of records is passed over unread.
     */
    boolean find(ChunkSource payload, int count, Sought sought) throws MalformedRecords {
        begin(payload);
        try {
            for (int index = 0; index < count; index++) {
                int length = readInt();
                long start = passed + at;
                nextByte();
                long timestampDelta = readLong();
                if (sought.is(readInt(), timestampDelta)) {
                    return true;
                }
                skipRest(start + length);
            }
            return false;
        } finally {
            letGo();
        }
    }

    private void skipRest(long recordEnd) throws MalformedRecords {
        long rest = recordEnd - (passed + at);
        if (rest < 0) {
            throw MalformedRecords.invalid("a record is " + -rest + " bytes longer than its length says");
        }
        skip((int) rest);
    }

    long minTimestamp() {
        return minTimestamp == Long.MAX_VALUE ? NO_TIMESTAMP : minTimestamp;
    }

    long maxTimestamp() {
        return maxTimestamp;
    }

    int maxTimestampDelta() {
        return maxTimestampDelta;
    }

    int firstKeyless() {
        return firstKeyless;
    }

    int keyless() {
        return keyless;
    }

    private void record(int index, long baseTimestamp) throws MalformedRecords {
        if (at == end && !refill()) {
            throw MalformedRecords.invalid("the payload ends after " + index + " records");
        }
        int length = readInt();
        long start = passed + at;
        nextByte();
        long timestamp = baseTimestamp + readLong();
        int offsetDelta = readInt();
        if (offsetDelta != index) {
            throw MalformedRecords.invalid("record " + index + " has offset delta " + offsetDelta);
        }
        int keyLength = readInt();
        skipField(keyLength, index, "key");
        skipField(readInt(), index, "value");
        skipHeaders(index);
        if (passed + at - start != length) {
            throw MalformedRecords.invalid(
                    "record " + index + " takes " + (passed + at - start) + " bytes, its length says " + length);
        }
        recordPassed(index, timestamp, keyLength);
    }

    private void recordPassed(int index, long timestamp, int keyLength) {
        if (timestamp > maxTimestamp) {
            maxTimestamp = timestamp;
            maxTimestampDelta = index;
        }
        if (timestamp < minTimestamp && timestamp != NO_TIMESTAMP) {
            minTimestamp = timestamp;
        }
        if (keyLength < 0) {
            firstKeyless = keyless == 0 ? index : firstKeyless;
            keyless++;
        }
    }

    private void skipHeaders(int index) throws MalformedRecords {
        int count = readInt();
        if (count < 0) {
            throw MalformedRecords.invalid("record " + index + " has a header count of " + count);
        }
        for (int i = 0; i < count; i++) {
            int keyLength = readInt();
            if (keyLength < 0) {
                throw MalformedRecords.invalid("record " + index + " has a header key of length " + keyLength);
            }
            skip(keyLength);
            skipField(readInt(), index, "header value");
        }
    }

    private void skipField(int length, int index, String what) throws MalformedRecords {
        if (length < -1) {
            throw MalformedRecords.invalid("record " + index + " has a " + what + " of length " + length);
        }
        skip(Math.max(length, 0));
    }

    private void skip(int length) throws MalformedRecords {
        int rest = length;
        while (rest > end - at) {
            rest -= end - at;
            at = end;
            if (!refill()) {
                throw cutShort();
            }
        }
        at += rest;
    }

    private int readInt() throws MalformedRecords {
        int first = nextByte();
        if (first >= 0) {
            return Varints.decode(first);
        }
        int bits = first & 0x7f;
        for (int shift = 7; shift < 7 * Varints.MAX_INT_BYTES; shift += 7) {
            int next = nextByte();
            bits |= (next & 0x7f) << shift;
            if (next >= 0) {
                return Varints.decode(bits);
            }
        }
        throw MalformedRecords.invalid("a number of more than " + Varints.MAX_INT_BYTES + " bytes");
    }

    private long readLong() throws MalformedRecords {
        int first = nextByte();
        if (first >= 0) {
            return Varints.decode(first);
        }
        long bits = first & 0x7f;
        for (int shift = 7; shift < 7 * Varints.MAX_LONG_BYTES; shift += 7) {
            int next = nextByte();
            bits |= (long) (next & 0x7f) << shift;
            if (next >= 0) {
                return Varints.decode(bits);
            }
        }
        throw MalformedRecords.invalid("a number of more than " + Varints.MAX_LONG_BYTES + " bytes");
    }

    private int nextByte() throws MalformedRecords {
        if (at == end && !refill()) {
            throw cutShort();
        }
        return chunk.get(at++);
    }

    /** Goes on to the next chunk that has bytes; false at the end of the payload. */
    private boolean refill() throws MalformedRecords {
        ChunkSource chunks = source;
        while (chunks != null && at == end) {
            ByteBuffer next = chunks.next();
            if (next == null) {
                return false;
            }
            passed += at - next.position();
            chunk = next;
            at = next.position();
            end = next.limit();
        }
        return at < end;
    }

    private static MalformedRecords cutShort() {
        return MalformedRecords.invalid("the payload ends in the middle of a record");
    }

    /** Whether a record is the one that is looked for. */
    @FunctionalInterface
    interface Sought {
        boolean is(int offsetDelta, long timestampDelta);
    }
}
