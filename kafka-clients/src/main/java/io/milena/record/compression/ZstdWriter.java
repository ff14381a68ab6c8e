package io.milena.record.compression;

import com.github.luben.zstd.EndDirective;
import com.github.luben.zstd.ZstdCompressCtx;
import io.milena.record.MalformedRecords;
import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;

/**
 * Writes one Zstandard frame as a stream of unknown length: no content size, no checksum. Keeps its context; confined
 * to one thread.
 */
final class ZstdWriter implements AutoCloseable {

    private static final int STEP_BYTES = 16 * 1024;
    private static final ByteBuffer NOTHING = ByteBuffer.allocateDirect(0);

    private final ZstdCompressCtx context = new ZstdCompressCtx();

    /** @param pieces direct */
    void write(ChunkSource pieces, int level, Output out) throws MalformedRecords {
        context.reset();
        context.setLevel(level);
        // The input goes in before the end is announced: told at once, the library would write the content size.
        for (ByteBuffer piece = pieces.next(); piece != null; piece = pieces.next()) {
            while (piece.hasRemaining()) {
                step(piece, EndDirective.CONTINUE, out);
            }
        }
        boolean ended = false;
        while (!ended) {
            ended = step(NOTHING, EndDirective.END, out);
        }
    }

    @Override
    public void close() {
        context.close();
    }

    private boolean step(ByteBuffer source, EndDirective directive, Output output) throws MalformedRecords {
        ByteBuf out = output.reserve(STEP_BYTES);
        int room = out.writableBytes();
        ByteBuffer target = out.nioBuffer(out.writerIndex(), room);
        boolean flushed = context.compressDirectByteBufferStream(target, source, directive);
        out.writerIndex(out.writerIndex() + target.position());
        return flushed;
    }
}
