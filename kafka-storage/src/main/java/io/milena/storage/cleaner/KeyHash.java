package io.milena.storage.cleaner;

import io.netty.buffer.ByteBuf;

/**
 * SipHash-2-4 with 128 bits of result: the fingerprint by which compaction knows a key.
 *
 * <p>Two keys with one fingerprint would lose the older record of one of them, so it must never happen by chance or by
 * intent. It is a keyed function, and each cleaning draws its key anew: who does not know it cannot find two keys that
 * collide, which for MD5 anybody can. For short keys it is several times faster. Confined to one thread; a hash stays
 * until the next one is computed.
 */
final class KeyHash {

    private static final long INIT_0 = 0x736f6d6570736575L;
    private static final long INIT_1 = 0x646f72616e646f6dL;
    private static final long INIT_2 = 0x6c7967656e657261L;
    private static final long INIT_3 = 0x7465646279746573L;
    private static final int WIDE = 0xee;
    private static final int FIRST_END = WIDE;
    private static final int SECOND_END = 0xdd;
    private static final int END_ROUNDS = 4;

    private final long key0;
    private final long key1;
    private long v0;
    private long v1;
    private long v2;
    private long v3;
    private long first;
    private long second;

    KeyHash(long key0, long key1) {
        this.key0 = key0;
        this.key1 = key1;
    }

    /** Hashes {@code length} bytes from absolute {@code index}. */
    void hash(ByteBuf bytes, int index, int length) {
        v0 = INIT_0 ^ key0;
        v1 = INIT_1 ^ key1 ^ WIDE;
        v2 = INIT_2 ^ key0;
        v3 = INIT_3 ^ key1;
        int wholeEnd = index + (length & -Long.BYTES);
        for (int at = index; at < wholeEnd; at += Long.BYTES) {
            mix(bytes.getLongLE(at));
        }
        mix(rest(bytes, wholeEnd, length & Long.BYTES - 1) | (long) length << 56);
        v2 ^= FIRST_END;
        rounds(END_ROUNDS);
        first = v0 ^ v1 ^ v2 ^ v3;
        v1 ^= SECOND_END;
        rounds(END_ROUNDS);
        second = v0 ^ v1 ^ v2 ^ v3;
    }

    /** The first eight bytes of the hash, as a little-endian number. */
    long first() {
        return first;
    }

    /** The last eight bytes of the hash. */
    long second() {
        return second;
    }

    private static long rest(ByteBuf bytes, int at, int length) {
        long word = 0;
        for (int i = length - 1; i >= 0; i--) {
            word = word << Byte.SIZE | bytes.getUnsignedByte(at + i);
        }
        return word;
    }

    private void mix(long word) {
        v3 ^= word;
        rounds(2);
        v0 ^= word;
    }

    private void rounds(int count) {
        long a = v0;
        long b = v1;
        long c = v2;
        long d = v3;
        for (int i = 0; i < count; i++) {
            a += b;
            c += d;
            b = Long.rotateLeft(b, 13) ^ a;
            d = Long.rotateLeft(d, 16) ^ c;
            a = Long.rotateLeft(a, 32);
            c += b;
            a += d;
            b = Long.rotateLeft(b, 17) ^ c;
            d = Long.rotateLeft(d, 21) ^ a;
            c = Long.rotateLeft(c, 32);
        }
        v0 = a;
        v1 = b;
        v2 = c;
        v3 = d;
    }
}
