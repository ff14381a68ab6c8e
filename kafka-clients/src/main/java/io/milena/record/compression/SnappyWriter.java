package io.milena.record.compression;

import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import org.xerial.snappy.Snappy;

/** Writes snappy in the xerial stream format. Stateless. */
final class SnappyWriter {

    private SnappyWriter() {}

    static void write(ByteBuffer source, ByteBuf out) {
        out.writeLong(SnappyFormat.MAGIC);
        out.writeInt(SnappyFormat.VERSION);
        out.writeInt(SnappyFormat.VERSION);
        int end = source.limit();
        while (source.position() < end) {
            int blockEnd = Math.min(end, source.position() + SnappyFormat.BLOCK_BYTES);
            writeBlock(source.limit(blockEnd), out);
            source.position(blockEnd);
        }
    }

    private static void writeBlock(ByteBuffer block, ByteBuf out) {
        int most = Snappy.maxCompressedLength(block.remaining());
        out.ensureWritable(Integer.BYTES + most);
        int lengthAt = out.writerIndex();
        ByteBuffer target = out.nioBuffer(lengthAt + Integer.BYTES, most);
        try {
            int written = Snappy.compress(block, target);
            out.writeInt(written);
            out.writerIndex(lengthAt + Integer.BYTES + written);
        } catch (IOException e) {
            throw new UncheckedIOException("snappy cannot compress " + block, e);
        }
    }
}
