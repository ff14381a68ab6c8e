package io.milena.record;

/** Bytes that come one after the other, and the numbers of varying length in them. Confined to one thread. */
abstract sealed class VarintInput permits PayloadCursor, RecordReader {

    abstract int readByte() throws MalformedRecords;

    int readInt() throws MalformedRecords {
        int bits = 0;
        for (int shift = 0; shift < 7 * Varints.MAX_INT_BYTES; shift += 7) {
            int next = readByte();
            bits |= (next & 0x7f) << shift;
            if (next >= 0) {
                return Varints.decode(bits);
            }
        }
        throw MalformedRecords.invalid("a number of more than " + Varints.MAX_INT_BYTES + " bytes");
    }

    long readLong() throws MalformedRecords {
        long bits = 0;
        for (int shift = 0; shift < 7 * Varints.MAX_LONG_BYTES; shift += 7) {
            int next = readByte();
            bits |= (long) (next & 0x7f) << shift;
            if (next >= 0) {
                return Varints.decode(bits);
            }
        }
        throw MalformedRecords.invalid("a number of more than " + Varints.MAX_LONG_BYTES + " bytes");
    }
}
