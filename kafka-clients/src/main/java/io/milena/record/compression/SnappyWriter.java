package io.milena.record.compression;

import io.milena.record.MalformedRecords;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import org.xerial.snappy.Snappy;

/** Writes snappy in the xerial stream format. Stateless. */
final class SnappyWriter {

    private SnappyWriter() {}

    /** @param blocks of at most {@link SnappyFormat#BLOCK_BYTES}, direct */
    static void write(ChunkSource blocks, Output output) throws MalformedRecords {
        ByteBuf out = output.reserve(SnappyFormat.HEADER_BYTES);
        out.writeLong(SnappyFormat.MAGIC);
        out.writeInt(SnappyFormat.VERSION);
        out.writeInt(SnappyFormat.VERSION);
        for (ByteBuffer block = blocks.next(); block != null; block = blocks.next()) {
            writeBlock(block, output);
        }
    }

    private static void writeBlock(ByteBuffer block, Output output) throws MalformedRecords {
        int most = Snappy.maxCompressedLength(block.remaining());
        ByteBuf out = output.reserve(Integer.BYTES + most);
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
