package io.milena.testkit;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.function.UnaryOperator;
import java.util.zip.GZIPOutputStream;

/** Compressed forms of bytes, made apart from the code under test. Stateless. */
public final class Compressions {

    /** The checksum byte of an LZ4 frame's header as the frame format wants it, and as message format 0 has it. */
    public static final int RIGHT_LZ4_CHECKSUM = 0x82;

    public static final int BROKEN_LZ4_CHECKSUM = 0x1a;

    private static final int LZ4_MAGIC = 0x184D2204;
    private static final int LZ4_STORED = 0x80000000;
    private static final int LZ4_OVERHEAD = 15;

    private Compressions() {}

    public static byte[] gzip(byte[] plain) {
        var out = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(out)) {
            gzip.write(plain);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }

    /** A frame of one block that is stored as it is. */
    public static UnaryOperator<byte[]> lz4(int headerChecksum) {
        return plain -> ByteBuffer.allocate(plain.length + LZ4_OVERHEAD)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(LZ4_MAGIC)
                .put((byte) 0x60)
                .put((byte) 0x40)
                .put((byte) headerChecksum)
                .putInt(plain.length | LZ4_STORED)
                .put(plain)
                .putInt(0)
                .array();
    }
}
