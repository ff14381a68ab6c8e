package io.milena.record;

import io.milena.record.compression.ChunkSource;
import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;

/**
 * Where one is in a payload that comes as chunks of any size, so a record, and even a number, may go over a border.
 * Confined to one thread.
 *
 * <p>For those who go through a batch piece by piece. {@link RecordScan} has the same steps in itself: it is the hot
 * loop of a leader.
 */
final class PayloadCursor extends VarintInput {

    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final ChunkSource source;
    private ByteBuffer chunk = NOTHING;
    private long passedBytes;

    PayloadCursor(ChunkSource source) {
        this.source = source;
    }

    /** Bytes of the payload that were read or skipped. */
    long passedBytes() {
        return passedBytes;
    }

    /** Whether the payload ends here. */
    boolean isAtEnd() throws MalformedRecords {
        return !hasChunk();
    }

    @Override
    int readByte() throws MalformedRecords {
        need();
        passedBytes++;
        return chunk.get();
    }

    /** Passes over so many bytes, which are not negative. */
    void skip(long bytes) throws MalformedRecords {
        for (long rest = bytes; rest > 0; ) {
            need();
            int step = (int) Math.min(rest, chunk.remaining());
            chunk.position(chunk.position() + step);
            passedBytes += step;
            rest -= step;
        }
    }

    /** Appends so many bytes to {@code out}, which has room for them or can grow; no more than come. */
    void copy(int bytes, ByteBuf out) throws MalformedRecords {
        for (int rest = bytes; rest > 0; ) {
            need();
            int step = Math.min(rest, chunk.remaining());
            int end = chunk.limit();
            out.writeBytes(chunk.limit(chunk.position() + step));
            chunk.limit(end);
            passedBytes += step;
            rest -= step;
        }
    }

    private void need() throws MalformedRecords {
        if (!hasChunk()) {
            throw MalformedRecords.invalid("the payload ends in the middle of a record");
        }
    }

    private boolean hasChunk() throws MalformedRecords {
        while (!chunk.hasRemaining()) {
            ByteBuffer next = source.next();
            if (next == null) {
                return false;
            }
            chunk = next;
        }
        return true;
    }
}
