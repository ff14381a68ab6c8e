package io.milena.protocol;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.util.ReferenceCounted;
import java.util.ArrayList;
import java.util.List;

/**
 * Gathers a message as a row of parts, so that records are never copied: slices of one buffer with the message's own
 * bytes, and between them the records as they came.
 *
 * <p>Owns a reference of every part until {@link #parts()} is drained by the transport or {@link #release()} is called.
 * Confined to one thread at a time.
 */
public final class GatheringSink implements MessageSink {

    /** Enough for the own bytes of most messages; the buffer grows where it is not. */
    private static final int USUAL_BYTES = 512;

    private final List<ReferenceCounted> parts = new ArrayList<>(4);
    private final ByteBuf own;
    private int sliceFrom;
    private long recordsBytes;

    public GatheringSink(ByteBufAllocator allocator, int expectedBytes) {
        own = allocator.directBuffer(Math.min(expectedBytes, USUAL_BYTES));
    }

    @Override
    public ByteBuf buffer() {
        return own;
    }

    @Override
    public void records(RecordsField records) {
        if (records.sizeBytes() == 0) {
            return;
        }
        cut();
        parts.add(records.retain());
        recordsBytes += records.sizeBytes();
    }

    /** Bytes written so far, records included. */
    public long sizeBytes() {
        return own.writerIndex() + recordsBytes;
    }

    /** Ends the message: its parts in order, each a {@link ByteBuf} or a {@link RecordsField}, owned by the caller. */
    public List<ReferenceCounted> parts() {
        cut();
        own.release();
        return parts;
    }

    /** Gives up the message instead of sending it. */
    public void release() {
        parts().forEach(ReferenceCounted::release);
    }

    private void cut() {
        int written = own.writerIndex() - sliceFrom;
        if (written > 0) {
            parts.add(own.retainedSlice(sliceFrom, written));
            sliceFrom = own.writerIndex();
        }
    }
}
