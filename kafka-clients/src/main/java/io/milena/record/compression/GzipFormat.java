package io.milena.record.compression;

/**
 * A member of a gzip stream (RFC 1952).
 *
 * <pre>
 *   1f 8b    magic
 *   08       method: deflate
 *   flags    bit 1 header CRC, bit 2 extra field, bit 3 name, bit 4 comment
 *   4 bytes  modification time
 *   1 byte   extra flags
 *   1 byte   operating system; ff (unknown) is what current JDKs write; readers ignore it
 *   ...      what the flags announce
 *   ...      deflated data
 *   int32    CRC-32 of the uncompressed bytes      little-endian
 *   int32    their number, modulo 2^32             little-endian
 * </pre>
 */
final class GzipFormat {

    static final int MAGIC = 0x1f8b;
    static final int DEFLATE = 8;
    static final int HEADER_CRC_BIT = 0x02;
    static final int EXTRA_BIT = 0x04;
    static final int NAME_BIT = 0x08;
    static final int COMMENT_BIT = 0x10;
    static final int HEADER_BYTES = 10;
    static final int TRAILER_BYTES = 2 * Integer.BYTES;
    static final int UNKNOWN_SYSTEM = 0xff;

    private GzipFormat() {}
}
