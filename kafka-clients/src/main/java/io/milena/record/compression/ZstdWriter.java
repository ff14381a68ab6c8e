package io.milena.record.compression;

import com.github.luben.zstd.EndDirective;
import com.github.luben.zstd.ZstdCompressCtx;
import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;

/**
 * Writes one Zstandard frame as a stream of unknown length: no content size, no checksum. Keeps its context; confined
 * to one thread.
 */
final class ZstdWriter implements AutoCloseable {

    private static final int STEP_BYTES = 16 * 1024;

    private final ZstdCompressCtx context = new ZstdCompressCtx();

    void write(ByteBuffer source, int level, ByteBuf out) {
        context.reset();
        context.setLevel(level);
        // The input goes in before the end is announced: told at once, the library would write the content size.
        while (source.hasRemaining()) {
            step(source, EndDirective.CONTINUE, out);
        }
        boolean ended = false;
        while (!ended) {
            ended = step(source, EndDirective.END, out);
        }
    }

    @Override
    public void close() {
        context.close();
    }

    private boolean step(ByteBuffer source, EndDirective directive, ByteBuf out) {
        out.ensureWritable(STEP_BYTES);
        int room = out.writableBytes();
        ByteBuffer target = out.nioBuffer(out.writerIndex(), room);
        boolean flushed = context.compressDirectByteBufferStream(target, source, directive);
        out.writerIndex(out.writerIndex() + target.position());
        return flushed;
    }
}
