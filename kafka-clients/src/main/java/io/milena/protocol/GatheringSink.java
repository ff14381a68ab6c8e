package io.milena.protocol;

import io.milena.common.Invariant;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.util.ReferenceCounted;
import java.util.ArrayList;
import java.util.List;

/**
 * Gathers a message as a row of parts, so that records are never copied: slices of one buffer with the message's own
 * bytes, and between them the records as they came.
 *
 * <pre>
 *   | size, header, first fields | records | fields | records | last fields |
 *     slice of the buffer                    slice              slice
 * </pre>
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
        this(allocator.directBuffer(Math.min(expectedBytes, USUAL_BYTES)));
    }

    private GatheringSink(ByteBuf own) {
        this.own = own;
    }

    /**
     * A whole response: length, header and message, in a buffer of exactly the size that it takes without its records.
     * The message keeps its own references.
     *
     * @throws IllegalArgumentException if the version cannot carry a value of the message
     */
    public static GatheringSink response(
            ByteBufAllocator allocator, ApiKey api, short version, int correlationId, ApiMessage message) {
        var header = ResponseHeader.of(correlationId);
        short headerVersion = api.responseHeaderVersion(version);
        int size = header.size(headerVersion) + message.size(version);
        var sink = opened(allocator, size, message.recordsBytes());
        header.write(sink.own, headerVersion);
        return sink.completed(message, version, size);
    }

    /** As {@link #response}, of a request to another broker. */
    public static GatheringSink request(
            ByteBufAllocator allocator, RequestHeader header, short headerVersion, ApiMessage message) {
        int size = header.size(headerVersion) + message.size(header.apiVersion());
        var sink = opened(allocator, size, message.recordsBytes());
        header.write(sink.own, headerVersion);
        return sink.completed(message, header.apiVersion(), size);
    }

    private static GatheringSink opened(ByteBufAllocator allocator, int size, int recordsBytes) {
        var sink = new GatheringSink(allocator.directBuffer(Integer.BYTES + size - recordsBytes));
        sink.own.writeInt(size);
        return sink;
    }

    private GatheringSink completed(ApiMessage message, short version, int size) {
        boolean complete = false;
        try {
            message.write(this, version);
            Invariant.check(sizeBytes() - Integer.BYTES == size, "frame size", sizeBytes() - Integer.BYTES, size);
            complete = true;
        } finally {
            if (!complete) {
                release();
            }
        }
        return this;
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
        if (sliceFrom == 0 && own.isReadable()) {
            // Most messages carry no records: the buffer itself is the part, and no slice is made.
            parts.add(own);
            return parts;
        }
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
