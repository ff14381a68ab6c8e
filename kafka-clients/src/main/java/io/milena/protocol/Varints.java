package io.milena.protocol;

import io.netty.buffer.ByteBuf;

/**
 * Unsigned numbers of 32 bits in one to five bytes: seven bits a byte, low bits first, the high bit says that more
 * follow.
 */
public final class Varints {

    private static final int BITS = 7;
    private static final int MORE = 0x80;
    private static final int LOW_BITS = 0x7f;
    private static final int LAST_SHIFT = 4 * BITS;

    /** What a fifth byte may hold at most, since only four of the 32 bits are left. */
    private static final int LAST_BITS = 0x0f;

    private Varints() {}

    /** Reads one number; those of 2^31 and more come out negative. */
    public static int readUnsigned(ByteBuf in) throws MalformedMessage {
        int value = 0;
        for (int shift = 0; shift <= LAST_SHIFT; shift += BITS) {
            if (!in.isReadable()) {
                throw new MalformedMessage("varint is cut off at byte " + in.readerIndex());
            }
            int next = in.readByte();
            value |= (next & LOW_BITS) << shift;
            if (next >= 0) {
                if (shift == LAST_SHIFT && next > LAST_BITS) {
                    break;
                }
                return value;
            }
        }
        throw new MalformedMessage("varint before byte " + in.readerIndex() + " has more than 32 bits");
    }

    public static void writeUnsigned(ByteBuf out, int value) {
        int rest = value;
        while ((rest & ~LOW_BITS) != 0) {
            out.writeByte(rest & LOW_BITS | MORE);
            rest >>>= BITS;
        }
        out.writeByte(rest);
    }

    public static int sizeOfUnsigned(int value) {
        int significant = Integer.SIZE - Integer.numberOfLeadingZeros(value | 1);
        return (significant + BITS - 1) / BITS;
    }
}
