package io.milena.record.compression;

import com.github.luben.zstd.ZstdDecompressCtx;
import com.github.luben.zstd.ZstdException;
import io.milena.record.MalformedRecords;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Reads Zstandard frames. One that fits the kept buffer is uncompressed in one call, which needs no window beside it;
 * any other is streamed.
 */
final class ZstdReader implements ChunkSource, AutoCloseable {

    private static final int CHUNK_BYTES = 128 * 1024;
    private static final ByteBuffer NOTHING = ByteBuffer.allocateDirect(0);

    private final Scratch output;
    private final BoundedOutput bound;
    private final CountedWork work;
    private ZstdDecompressCtx context = new ZstdDecompressCtx();
    private boolean streamed;
    private long windowBytes;
    private ByteBuffer input = NOTHING;
    private boolean insideFrame;

    ZstdReader(Scratch output, BoundedOutput bound, CountedWork work) {
        this.output = output;
        this.bound = bound;
        this.work = work;
    }

    ZstdReader reset(ByteBuffer compressed) throws MalformedRecords {
        if (!compressed.hasRemaining()) {
            throw MalformedRecords.invalid("zstd: the payload is empty");
        }
        input = compressed;
        insideFrame = false;
        return this;
    }

    @Override
    public @Nullable ByteBuffer next() throws MalformedRecords {
        if (!input.hasRemaining() && !insideFrame) {
            dropWindow();
            return null;
        }
        int most = insideFrame ? Scratch.KEEP_BYTES + 1 : ZstdFrameFormat.mostUncompressed(input, Scratch.KEEP_BYTES);
        try {
            ByteBuffer chunk = most <= Scratch.KEEP_BYTES ? wholeFrame(most) : nextPart();
            bound.claim(chunk.remaining());
            return chunk;
        } catch (ZstdException e) {
            throw MalformedRecords.invalid("zstd: " + e.getMessage());
        }
    }

    @Override
    public void close() {
        context.close();
    }

    private ByteBuffer wholeFrame(int most) {
        ByteBuffer chunk = output.atLeast(Math.max(most, 1));
        int written = context.decompressDirectByteBuffer(
                chunk, 0, chunk.capacity(), input, input.position(), input.remaining());
        input.position(input.limit());
        return chunk.limit(written);
    }

    private ByteBuffer nextPart() throws MalformedRecords {
        if (!insideFrame) {
            takeWindow(ZstdFrameFormat.windowBytes(input));
        }
        streamed = true;
        int before = input.remaining();
        ByteBuffer chunk = output.atLeast(CHUNK_BYTES).limit(CHUNK_BYTES);
        insideFrame = !context.decompressDirectByteBufferStream(chunk, input);
        if (insideFrame && chunk.position() == 0 && input.remaining() == before) {
            throw MalformedRecords.invalid("zstd: the frame is cut short");
        }
        return chunk.flip();
    }

    /** The context keeps the largest window that a frame of the payload needs. */
    private void takeWindow(long bytes) {
        if (bytes > windowBytes) {
            work.take(bytes - windowBytes);
            windowBytes = bytes;
        }
    }

    /** Gives back the window, up to 128 MiB, that a streamed frame leaves with the context, whether it ended or not. */
    void dropWindow() {
        if (streamed) {
            context.close();
            context = new ZstdDecompressCtx();
            streamed = false;
            work.giveBack(windowBytes);
            windowBytes = 0;
        }
    }
}
