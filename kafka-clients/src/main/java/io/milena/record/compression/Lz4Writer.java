package io.milena.record.compression;

import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import net.jpountz.lz4.LZ4Compressor;
import net.jpountz.lz4.LZ4Factory;

/** Writes LZ4 frames of independent 64 KiB blocks. Confined to one thread. */
final class Lz4Writer {

    private final int level;
    private final LZ4Compressor compressor;

    /** At the default level the fast compressor is used, at any other the one that searches harder. */
    Lz4Writer(int level) {
        this.level = level;
        LZ4Factory factory = LZ4Factory.fastestInstance();
        compressor = level == Compression.LZ4_DEFAULT_LEVEL ? factory.fastCompressor() : factory.highCompressor(level);
    }

    int level() {
        return level;
    }

    void write(ByteBuffer source, Framing framing, ByteBuf out) {
        writeHeader(framing, out);
        int end = source.limit();
        int at = source.position();
        while (at < end) {
            int blockBytes = Math.min(end - at, Lz4FrameFormat.WRITTEN_BLOCK_BYTES);
            writeBlock(source, at, blockBytes, out);
            at += blockBytes;
        }
        out.writeIntLE(Lz4FrameFormat.END_MARK);
    }

    private static void writeHeader(Framing framing, ByteBuf out) {
        int frameAt = out.writerIndex();
        out.writeIntLE(Lz4FrameFormat.MAGIC);
        out.writeByte(Lz4FrameFormat.WRITTEN_FLAGS);
        out.writeByte(Lz4FrameFormat.WRITTEN_BLOCK_CODE << Lz4FrameFormat.BLOCK_CODE_SHIFT);
        int written = out.writerIndex() - frameAt;
        ByteBuffer frame = out.nioBuffer(frameAt, written);
        out.writeByte(Lz4FrameFormat.headerChecksum(frame, 0, written - Lz4FrameFormat.DESCRIPTOR_AT, framing));
    }

    private void writeBlock(ByteBuffer source, int at, int blockBytes, ByteBuf out) {
        int most = compressor.maxCompressedLength(blockBytes);
        out.ensureWritable(Integer.BYTES + most);
        int lengthAt = out.writerIndex();
        ByteBuffer target = out.nioBuffer(lengthAt + Integer.BYTES, most);
        int written = compressor.compress(source, at, blockBytes, target, 0, most);
        if (written < blockBytes) {
            out.writeIntLE(written);
            out.writerIndex(lengthAt + Integer.BYTES + written);
        } else {
            out.writeIntLE(blockBytes | Lz4FrameFormat.STORED_BIT);
            out.writeBytes(source.duplicate().limit(at + blockBytes).position(at));
        }
    }
}
