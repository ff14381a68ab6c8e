package io.milena.server.network;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Cuts the bytes of one connection into frames, on demand: nothing is cut before it is asked for.
 *
 * <pre>
 *        +---------+---------+---------+---------+------------------ - - -
 *        |  length n, signed, big-endian         |  n bytes: the frame
 *        +---------+---------+---------+---------+------------------ - - -
 * </pre>
 *
 * <p>A frame that arrived whole is a slice of what was received. The rest of one that did not is received behind its
 * first part, see {@link #space}; where the buffer has no room for it, the part moves to one that grows with what has
 * arrived, so that a length alone reserves nothing. Owns a reference of all bytes it holds. Confined to the
 * connection's event loop.
 */
final class FrameDecoder {

    /**
     * A buffer is at most so many times what has arrived of its frame. A socket gives some 100 KiB at a time, so a
     * frame of 1 MiB moves once, when little of it is there.
     */
    private static final int TRUST = 16;

    /** A larger buffer is not trusted so far: a few clients that never end their requests would have all memory. */
    private static final int USUAL_BYTES = 2 << 20;

    private static final int TRUST_BEYOND = 4;

    /** What a buffer may grow by though incomplete requests have all the room that they may take. */
    private static final int LEAST_STEP_BYTES = 64 << 10;

    /** What a buffer may have without any trust. */
    private static final int LEAST_ROOM_BYTES = 2048;

    /** Receive buffers from here on must be filled as far as {@link #TRUST} says. */
    private static final int LARGE_BUFFER_BYTES = 16 * 1024;

    private static final int UNKNOWN = -1;

    private final ByteBufAllocator allocator;
    private final int maxFrameBytes;
    private final LongSupplier roomBytes;
    private @Nullable ByteBuf input;
    private @Nullable ByteBuf ready;
    /** Of the frame that {@link #input} begins with; its four bytes are read when it is known. */
    private int length = UNKNOWN;
    /** The write index of {@link #input} when its bytes were last counted. */
    private int countedTo;

    /** {@code roomBytes} tells how much all incomplete requests together may still take. */
    FrameDecoder(ByteBufAllocator allocator, int maxFrameBytes, LongSupplier roomBytes) {
        this.allocator = allocator;
        this.maxFrameBytes = maxFrameBytes;
        this.roomBytes = roomBytes;
    }

    /**
     * Where the next bytes of the connection are best received: behind the first part of an incomplete frame. They
     * count when the buffer is {@link #feed fed}.
     *
     * @return a buffer with room, still owned by this decoder; or null: any buffer will do
     */
    @Nullable
    ByteBuf space() {
        ByteBuf held = input;
        return ready == null && held != null && held.isWritable() ? held : null;
    }

    /**
     * Takes over {@code received}: the bytes that follow those given before, or the {@link #space}, which has got some.
     *
     * @return how many bytes came
     */
    int feed(ByteBuf received) {
        ByteBuf held = input;
        if (received == held) {
            received.release();
            int came = held.writerIndex() - countedTo;
            countedTo = held.writerIndex();
            return came;
        }
        int came = received.readableBytes();
        if (came == 0) {
            received.release();
        } else if (held != null) {
            hold(appended(held, received));
        } else {
            hold(isWasteful(received) ? joined(Unpooled.EMPTY_BUFFER, received) : received);
        }
        return came;
    }

    private void hold(ByteBuf bytes) {
        input = bytes;
        countedTo = bytes.writerIndex();
    }

    private static boolean isWasteful(ByteBuf bytes) {
        return bytes.capacity() >= LARGE_BUFFER_BYTES && bytes.capacity() / TRUST > bytes.readableBytes();
    }

    private ByteBuf appended(ByteBuf first, ByteBuf second) {
        if (second.readableBytes() > first.writableBytes()) {
            return joined(first, second);
        }
        first.writeBytes(second);
        second.release();
        return first;
    }

    /** Where there is no memory for it, {@code first} stays, and {@code second} is given up with its connection. */
    private ByteBuf joined(ByteBuf first, ByteBuf second) {
        try {
            ByteBuf both = allocator.directBuffer(first.readableBytes() + second.readableBytes());
            both.writeBytes(first).writeBytes(second);
            first.release();
            return both;
        } finally {
            second.release();
        }
    }

    /**
     * Whether a whole frame can be {@link #take taken}.
     *
     * @throws BadFrame if what comes next is no frame; this decoder is then of no more use
     */
    boolean hasFrame() throws BadFrame {
        ByteBuf from = input;
        if (ready == null && from != null) {
            if (length == UNKNOWN && from.readableBytes() >= Integer.BYTES) {
                length = checked(from.readInt());
            }
            if (length != UNKNOWN && from.readableBytes() >= length) {
                cut(from);
            } else {
                makeRoom(from);
            }
        }
        return ready != null;
    }

    /** The next frame, without its length; owned by the caller. Only after {@link #hasFrame} said so. */
    ByteBuf take() {
        ByteBuf frame = ready;
        if (frame == null) {
            throw new IllegalStateException("no frame is ready");
        }
        ready = null;
        return frame;
    }

    private int checked(int announced) throws BadFrame {
        if (announced < 0 || announced > maxFrameBytes) {
            throw BadFrame.of(announced, maxFrameBytes);
        }
        return announced;
    }

    private void cut(ByteBuf from) {
        if (from.readableBytes() == length) {
            ready = from;
            input = null;
        } else {
            ready = from.readRetainedSlice(length);
        }
        length = UNKNOWN;
    }

    /**
     * Sees that more of an incomplete frame can come, in a buffer that is not much larger than what is there. A part
     * moves as soon as its frame's whole length may be trusted, or when its buffer is full.
     */
    private void makeRoom(ByteBuf part) {
        int wholeBytes = length == UNKNOWN ? LEAST_ROOM_BYTES : length;
        int trustedBytes = (int) Math.min(wholeBytes, trustedBytes(part.readableBytes()));
        boolean isTooSmall = part.capacity() - part.readerIndex() < wholeBytes;
        boolean mayMove = trustedBytes == wholeBytes || !part.isWritable();
        if (isTooSmall && mayMove || isWasteful(part)) {
            hold(allocator.directBuffer(trustedBytes).writeBytes(part));
            part.release();
        }
    }

    private long trustedBytes(long arrived) {
        long usual = Math.min(USUAL_BYTES, TRUST * arrived);
        long trusted = Math.max(LEAST_ROOM_BYTES, Math.max(usual, TRUST_BEYOND * arrived));
        return Math.min(trusted, arrived + Math.max(LEAST_STEP_BYTES, roomBytes.getAsLong()));
    }

    /** Bytes received that no one has taken, apart from an incomplete frame. */
    int heldBytes() {
        ByteBuf next = ready;
        ByteBuf rest = input;
        return next == null ? 0 : next.readableBytes() + (rest == null ? 0 : rest.readableBytes());
    }

    /** Bytes reserved for a frame that is not complete. */
    int incompleteBytes() {
        ByteBuf part = input;
        return ready == null && part != null ? part.capacity() : 0;
    }

    /** Gives up everything held. */
    void release() {
        releaseIfHeld(input);
        releaseIfHeld(ready);
        input = null;
        ready = null;
        length = UNKNOWN;
    }

    private static void releaseIfHeld(@Nullable ByteBuf buffer) {
        if (buffer != null) {
            buffer.release();
        }
    }
}
