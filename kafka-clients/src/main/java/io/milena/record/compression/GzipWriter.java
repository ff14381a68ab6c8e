package io.milena.record.compression;

import io.milena.record.MalformedRecords;
import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import java.util.zip.CRC32;
import java.util.zip.Deflater;

/** Writes one gzip member, with the same bytes as the JDK's own stream. Keeps its deflater; confined to one thread. */
final class GzipWriter implements AutoCloseable {

    private static final int STEP_BYTES = 16 * 1024;

    private final int level;
    private final Deflater deflater;
    private final CRC32 crc = new CRC32();

    GzipWriter(int level) {
        this.level = level;
        deflater = new Deflater(level, true);
    }

    int level() {
        return level;
    }

    void write(ChunkSource source, Output output) throws MalformedRecords {
        ByteBuf out = output.reserve(GzipFormat.HEADER_BYTES);
        out.writeShort(GzipFormat.MAGIC);
        out.writeByte(GzipFormat.DEFLATE);
        out.writeZero(Byte.BYTES + Integer.BYTES + Byte.BYTES);
        out.writeByte(GzipFormat.UNKNOWN_SYSTEM);
        crc.reset();
        deflater.reset();
        for (ByteBuffer piece = source.next(); piece != null; piece = source.next()) {
            crc.update(piece.duplicate());
            deflater.setInput(piece);
            while (!deflater.needsInput()) {
                step(output);
            }
        }
        deflater.finish();
        while (!deflater.finished()) {
            step(output);
        }
        output.reserve(GzipFormat.TRAILER_BYTES);
        out.writeIntLE((int) crc.getValue());
        out.writeIntLE((int) deflater.getBytesRead());
    }

    private void step(Output output) throws MalformedRecords {
        ByteBuf out = output.reserve(STEP_BYTES);
        ByteBuffer target = out.nioBuffer(out.writerIndex(), STEP_BYTES);
        out.writerIndex(out.writerIndex() + deflater.deflate(target));
    }

    @Override
    public void close() {
        deflater.end();
    }
}
