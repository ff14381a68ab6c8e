package io.milena.record.compression;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The frame of Zstandard (RFC 8878), as far as sizes can be told without the library.
 *
 * <pre>
 *   int32    fd2fb528               magic
 *   1 byte   descriptor             bits 7-6 width of the content size, 5 single segment, 2 checksum,
 *                                   1-0 width of the dictionary id
 *   1 byte   window                 unless single segment
 *   0-4      dictionary id
 *   0-8      content size
 *   then per block:
 *   int24    bit 0 last, bits 1-2 kind (0 raw, 1 run of one byte, 2 compressed), rest size
 *   n bytes  block                  (one byte for a run)
 *   int32    checksum               if the descriptor says so
 * </pre>
 *
 * <p>Little-endian.
 */
final class ZstdFrameFormat {

    static final int MAGIC = 0xfd2fb528;
    static final int DESCRIPTOR_AT = Integer.BYTES;
    static final int SINGLE_SEGMENT_BIT = 0x20;
    static final int CHECKSUM_BIT = 0x04;
    static final int BLOCK_HEADER_BYTES = 3;
    static final int MAX_BLOCK_BYTES = 128 * 1024;

    /** The library refuses to read frames with larger windows unless told otherwise. */
    private static final long MAX_WINDOW_BYTES = 1L << 27;

    private static final int MIN_WINDOW_LOG = 10;

    /** A content size of two bytes counts from here. */
    private static final int SHORT_SIZE_OFFSET = 256;

    private static final int[] DICTIONARY_ID_BYTES = {0, 1, 2, 4};
    private static final int[] CONTENT_SIZE_BYTES = {0, 2, 4, 8};
    private static final int RUN = 1;
    private static final int RAW = 0;

    private ZstdFrameFormat() {}

    /**
     * What the rest of {@code frame} can uncompress to at most, if it is exactly one frame and that is at most {@code
     * cap}; else {@code cap + 1}.
     */
    static int mostUncompressed(ByteBuffer frame, int cap) {
        ByteBuffer in = frame.duplicate().order(ByteOrder.LITTLE_ENDIAN);
        if (in.remaining() < DESCRIPTOR_AT + 2 || in.getInt() != MAGIC) {
            return cap + 1;
        }
        int descriptor = in.get();
        int blocksAt = in.position() + headerRest(descriptor);
        int trailer = (descriptor & CHECKSUM_BIT) != 0 ? Integer.BYTES : 0;
        return mostOfBlocks(in, blocksAt, in.limit() - trailer, cap);
    }

    /**
     * Memory that reading the next frame piece by piece takes: its window. 0 if it is none that the library reads.
     */
    static long windowBytes(ByteBuffer frame) {
        ByteBuffer in = frame.duplicate().order(ByteOrder.LITTLE_ENDIAN);
        if (in.remaining() < DESCRIPTOR_AT + 2 || in.getInt() != MAGIC) {
            return 0;
        }
        int descriptor = in.get();
        boolean single = (descriptor & SINGLE_SEGMENT_BIT) != 0;
        long window = single ? contentSize(in, descriptor) : window(in.get());
        return window < 0 || window > MAX_WINDOW_BYTES ? 0 : window + 2L * MAX_BLOCK_BYTES;
    }

    private static long window(int code) {
        long base = 1L << MIN_WINDOW_LOG + (code >>> 3 & 0x1f);
        return base + base / 8 * (code & 7);
    }

    private static long contentSize(ByteBuffer in, int descriptor) {
        int sizeCode = descriptor >>> 6 & 3;
        in.position(in.position() + Math.min(in.remaining(), DICTIONARY_ID_BYTES[descriptor & 3]));
        if (in.remaining() < Long.BYTES) {
            return 0;
        }
        return switch (sizeCode) {
            case 0 -> Byte.toUnsignedLong(in.get());
            case 1 -> Short.toUnsignedLong(in.getShort()) + SHORT_SIZE_OFFSET;
            case 2 -> Integer.toUnsignedLong(in.getInt());
            default -> in.getLong();
        };
    }

    private static int headerRest(int descriptor) {
        boolean single = (descriptor & SINGLE_SEGMENT_BIT) != 0;
        int sizeCode = descriptor >>> 6 & 3;
        int contentSize = single && sizeCode == 0 ? 1 : CONTENT_SIZE_BYTES[sizeCode];
        return (single ? 0 : 1) + DICTIONARY_ID_BYTES[descriptor & 3] + contentSize;
    }

    private static int mostOfBlocks(ByteBuffer in, int blocksAt, int end, int cap) {
        int at = blocksAt;
        int most = 0;
        boolean last = false;
        while (!last) {
            if (at + BLOCK_HEADER_BYTES > end || most > cap) {
                return cap + 1;
            }
            int header = in.get(at) & 0xff | (in.get(at + 1) & 0xff) << 8 | (in.get(at + 2) & 0xff) << 16;
            int kind = header >>> 1 & 3;
            int size = header >>> 3;
            last = (header & 1) != 0;
            most += kind == RAW || kind == RUN ? size : MAX_BLOCK_BYTES;
            at += BLOCK_HEADER_BYTES + (kind == RUN ? 1 : size);
        }
        return at == end ? Math.min(most, cap + 1) : cap + 1;
    }
}
