package io.milena.record.compression;

import io.milena.record.MalformedRecords;
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

    /** @param blocks of at most {@link Lz4FrameFormat#WRITTEN_BLOCK_BYTES} */
    void write(ChunkSource blocks, Framing framing, Output output) throws MalformedRecords {
        ByteBuf out = output.reserve(Lz4FrameFormat.WRITTEN_HEADER_BYTES);
        writeHeader(framing, out);
        for (ByteBuffer block = blocks.next(); block != null; block = blocks.next()) {
            writeBlock(block, output);
        }
        output.reserve(Integer.BYTES);
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

    private void writeBlock(ByteBuffer block, Output output) throws MalformedRecords {
        int blockBytes = block.remaining();
        int most = compressor.maxCompressedLength(blockBytes);
        ByteBuf out = output.reserve(Integer.BYTES + most);
        int lengthAt = out.writerIndex();
        ByteBuffer target = out.nioBuffer(lengthAt + Integer.BYTES, most);
        int written = compressor.compress(block, block.position(), blockBytes, target, 0, most);
        if (written < blockBytes) {
            out.writeIntLE(written);
            out.writerIndex(lengthAt + Integer.BYTES + written);
        } else {
            out.writeIntLE(blockBytes | Lz4FrameFormat.STORED_BIT);
            out.writeBytes(block);
        }
    }
}
