package io.milena.record.compression;

import java.nio.ByteBuffer;
import net.jpountz.xxhash.XXHash32;
import net.jpountz.xxhash.XXHashFactory;

/**
 * The LZ4 frame format.
 *
 * <pre>
 *   int32    184d2204               magic
 *   FLG      bits 7-6 version (01), 5 blocks independent, 4 block checksums, 3 content size,
 *            2 content checksum, 0 dictionary
 *   BD       bits 6-4 largest block: 4 = 64 KiB, 5 = 256 KiB, 6 = 1 MiB, 7 = 4 MiB
 *   int64    content size           if FLG says so
 *   HC       second byte of xxHash32 over FLG .. content size
 *   then per block:
 *   int32    length; high bit set: stored as it is
 *   n bytes  block
 *   int32    xxHash32 of the block as stored, if FLG says so
 *   int32    0                      end mark
 *   int32    xxHash32 of the content, if FLG says so
 * </pre>
 *
 * <p>Little-endian. What follows the end mark is ignored. Message format 0 computes HC over the magic too, which was a
 * mistake in its first writer. Kafka writes FLG 60 and BD 40: independent blocks of 64 KiB and nothing optional.
 */
final class Lz4FrameFormat {

    static final int MAGIC = 0x184d2204;
    static final int VERSION_MASK = 0xc0;
    static final int VERSION = 0x40;
    static final int INDEPENDENT_BIT = 0x20;
    static final int BLOCK_CHECKSUM_BIT = 0x10;
    static final int CONTENT_SIZE_BIT = 0x08;
    static final int CONTENT_CHECKSUM_BIT = 0x04;
    static final int RESERVED_BIT = 0x02;
    static final int DICTIONARY_BIT = 0x01;
    static final int DESCRIPTOR_AT = Integer.BYTES;
    static final int BLOCK_CODE_SHIFT = 4;
    static final int MIN_BLOCK_CODE = 4;
    static final int MAX_BLOCK_CODE = 7;
    static final int STORED_BIT = 0x8000_0000;
    static final int END_MARK = 0;

    static final int WRITTEN_FLAGS = VERSION | INDEPENDENT_BIT;
    static final int WRITTEN_BLOCK_CODE = MIN_BLOCK_CODE;
    static final int WRITTEN_HEADER_BYTES = Integer.BYTES + 3 * Byte.BYTES;
    static final int WRITTEN_BLOCK_BYTES = blockBytes(WRITTEN_BLOCK_CODE);

    /** How far back a block may refer when blocks are linked. */
    static final int HISTORY_BYTES = 64 * 1024;

    static final XXHash32 HASH = XXHashFactory.fastestInstance().hash32();

    private Lz4FrameFormat() {}

    /** Largest block for the code in BD, 4 to 7. */
    static int blockBytes(int code) {
        return 1 << (2 * code + 8);
    }

    /** The header checksum over {@code descriptorBytes} after the magic, which is at {@code frameAt}. */
    static byte headerChecksum(ByteBuffer frame, int frameAt, int descriptorBytes, Framing framing) {
        int from = framing == Framing.MAGIC_0 ? frameAt : frameAt + DESCRIPTOR_AT;
        int to = frameAt + DESCRIPTOR_AT + descriptorBytes;
        return (byte) (HASH.hash(frame, from, to - from, 0) >>> 8);
    }
}
