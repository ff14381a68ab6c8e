package io.milena.record;

import io.netty.buffer.ByteBuf;

/** The zigzag variable-length integers of record bodies: seven bits a byte, low ones first. */
final class Varints {

    static final int MAX_INT_BYTES = 5;
    static final int MAX_LONG_BYTES = 10;

    private Varints() {}

    static void writeInt(ByteBuf out, int value) {
        writeUnsigned(out, ((value << 1) ^ (value >> 31)) & 0xffff_ffffL);
    }

    static void writeLong(ByteBuf out, long value) {
        writeUnsigned(out, (value << 1) ^ (value >> 63));
    }

    private static void writeUnsigned(ByteBuf out, long bits) {
        long rest = bits;
        while ((rest & ~0x7fL) != 0) {
            out.writeByte((int) (rest & 0x7f | 0x80));
            rest >>>= 7;
        }
        out.writeByte((int) rest);
    }

    /** Writes to {@code out} from {@code at}; returns where the number ends. */
    static int putInt(byte[] out, int at, int value) {
        return putUnsigned(out, at, ((value << 1) ^ (value >> 31)) & 0xffff_ffffL);
    }

    /** Writes to {@code out} from {@code at}; returns where the number ends. */
    static int putLong(byte[] out, int at, long value) {
        return putUnsigned(out, at, (value << 1) ^ (value >> 63));
    }

    private static int putUnsigned(byte[] out, int at, long bits) {
        int end = at;
        long rest = bits;
        while ((rest & ~0x7fL) != 0) {
            out[end++] = (byte) (rest & 0x7f | 0x80);
            rest >>>= 7;
        }
        out[end] = (byte) rest;
        return end + 1;
    }

    static int sizeOfInt(int value) {
        return sizeOfUnsigned(((value << 1) ^ (value >> 31)) & 0xffff_ffffL);
    }

    static int sizeOfLong(long value) {
        return sizeOfUnsigned((value << 1) ^ (value >> 63));
    }

    private static int sizeOfUnsigned(long bits) {
        int significant = Long.SIZE - Long.numberOfLeadingZeros(bits | 1);
        return (significant + 6) / 7;
    }

    static int decode(int zigzag) {
        return (zigzag >>> 1) ^ -(zigzag & 1);
    }

    static long decode(long zigzag) {
        return (zigzag >>> 1) ^ -(zigzag & 1);
    }
}
