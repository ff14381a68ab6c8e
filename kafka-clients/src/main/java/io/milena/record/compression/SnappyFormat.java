package io.milena.record.compression;

/**
 * The stream format of snappy-java ("xerial"), which Kafka uses around raw snappy blocks.
 *
 * <pre>
 *   8 bytes  82 53 4e 41 50 50 59 00     magic
 *   int32    1                           version
 *   int32    1                           oldest version that can read it
 *   then per block of at most 32 KiB uncompressed:
 *   int32    length                      bytes of the raw block
 *   n bytes                              raw block, which begins with its uncompressed length as a varint
 * </pre>
 *
 * <p>Big-endian, no checksum, no end mark. Some clients send one raw block and nothing around it.
 */
final class SnappyFormat {

    static final long MAGIC = 0x82534e4150505900L;
    static final int VERSION = 1;
    static final int HEADER_BYTES = Long.BYTES + 2 * Integer.BYTES;
    static final int BLOCK_BYTES = 32 * 1024;

    /** No block grows more than this when uncompressed: an element of three bytes yields at most 64. */
    static final int MAX_RATIO = 22;

    private SnappyFormat() {}
}
