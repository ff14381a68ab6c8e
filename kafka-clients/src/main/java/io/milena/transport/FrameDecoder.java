package io.milena.transport;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import org.jspecify.annotations.Nullable;

/**
 * Cuts the bytes of one connection into the answers of a broker.
 *
 * <pre>
 *        +---------+---------+---------+---------+------------------ - - -
 *        |  length n, signed, big-endian         |  n bytes: the answer
 *        +---------+---------+---------+---------+------------------ - - -
 * </pre>
 *
 * <p>An answer that arrived whole is a slice of what was received. One that did not is gathered in a buffer that grows
 * with what has arrived, so that a length alone reserves nothing. Owns a reference of all bytes it holds. Confined to
 * the connection's event loop.
 */
final class FrameDecoder {

    /** A buffer is at most so many times what has arrived of its answer ... */
    private static final int TRUST = 16;

    /** ... and beyond this size only so many times. */
    private static final int USUAL_BYTES = 4 << 20;

    private static final int TRUST_BEYOND = 4;

    private static final int LEAST_ROOM_BYTES = 2048;

    /** Receive buffers from here on must be filled as far as {@link #TRUST} says: whoever keeps records keeps them. */
    private static final int LARGE_BUFFER_BYTES = 16 << 10;

    private final ByteBufAllocator allocator;
    private final int maxFrameBytes;
    private @Nullable ByteBuf input;

    FrameDecoder(ByteBufAllocator allocator, int maxFrameBytes) {
        this.allocator = allocator;
        this.maxFrameBytes = maxFrameBytes;
    }

    /** Takes over {@code received}: the bytes that follow those given before. */
    void feed(ByteBuf received) {
        ByteBuf held = input;
        if (held == null) {
            input = isWasteful(received) ? moved(received) : received;
        } else if (received.readableBytes() <= held.writableBytes()) {
            held.writeBytes(received);
            received.release();
        } else {
            joined(held, received);
        }
    }

    private static boolean isWasteful(ByteBuf bytes) {
        return bytes.capacity() >= LARGE_BUFFER_BYTES && bytes.capacity() / TRUST > bytes.readableBytes();
    }

    private ByteBuf moved(ByteBuf received) {
        try {
            return allocator.directBuffer(received.readableBytes()).writeBytes(received);
        } finally {
            received.release();
        }
    }

    private void joined(ByteBuf held, ByteBuf received) {
        try {
            int bytes = held.readableBytes() + received.readableBytes();
            input = allocator.directBuffer(bytes).writeBytes(held).writeBytes(received);
            held.release();
        } finally {
            received.release();
        }
    }

    /**
     * The next answer without its length, owned by the caller; null if it has not arrived whole.
     *
     * @throws BadFrame if what comes next is no answer; this decoder is then of no more use
     */
    @Nullable
    ByteBuf next() throws BadFrame {
        ByteBuf from = input;
        if (from == null || from.readableBytes() < Integer.BYTES) {
            return null;
        }
        int length = from.getInt(from.readerIndex());
        if (length < 0 || length > maxFrameBytes || BadFrame.isForeign(length)) {
            throw BadFrame.of(length, maxFrameBytes);
        }
        if (from.readableBytes() - Integer.BYTES < length) {
            makeRoom(from, Integer.BYTES + length);
            return null;
        }
        from.skipBytes(Integer.BYTES);
        ByteBuf frame = from.readRetainedSlice(length);
        if (!from.isReadable()) {
            from.release();
            input = null;
        }
        return frame;
    }

    /** Sees that more of an incomplete answer can come without moving what is there each time. */
    private void makeRoom(ByteBuf part, int wholeBytes) {
        long arrived = part.readableBytes();
        long trusted = Math.max(Math.min(USUAL_BYTES, TRUST * arrived), TRUST_BEYOND * arrived);
        int room = (int) Math.min(wholeBytes, Math.max(LEAST_ROOM_BYTES, trusted));
        boolean isTooSmall = part.capacity() - part.readerIndex() < wholeBytes;
        if (isTooSmall && (room == wholeBytes || !part.isWritable())) {
            input = allocator.directBuffer(room).writeBytes(part);
            part.release();
        }
    }

    /** Gives up everything held. */
    void release() {
        if (input != null) {
            input.release();
            input = null;
        }
    }
}
