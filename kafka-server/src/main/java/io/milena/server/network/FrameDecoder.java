package io.milena.server.network;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import java.util.Locale;
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
 * <p>A frame that arrived whole is a slice of what was received. A longer one is gathered in a buffer that grows with
 * what has arrived, so that a length alone reserves nothing. Owns a reference of all bytes it holds. Confined to the
 * connection's event loop.
 */
final class FrameDecoder {

    /** A gathering buffer is at most this many times what has arrived: most frames are then copied only once. */
    private static final int TRUST = 8;
    /** Receive buffers from here on are copied to a fitting one when they are mostly empty. */
    private static final int LARGE_BUFFER_BYTES = 16 * 1024;

    private static final int MOSTLY_EMPTY = 8;
    /** First two bytes of a TLS record with a hello: type "handshake", major version 3. */
    private static final int TLS_HANDSHAKE = 0x1603;

    private static final String HTTP_METHODS = "GET POST PUT HEAD DELETE OPTIONS PATCH CONNECT TRACE PRI";

    private final ByteBufAllocator allocator;
    private final int maxFrameBytes;
    private @Nullable ByteBuf input;
    private @Nullable ByteBuf gathering;
    private @Nullable ByteBuf ready;
    private int lengthBytesSeen;
    private int length;

    FrameDecoder(ByteBufAllocator allocator, int maxFrameBytes) {
        this.allocator = allocator;
        this.maxFrameBytes = maxFrameBytes;
    }

    /** Takes over {@code received}, the bytes that follow those given before. */
    void feed(ByteBuf received) {
        ByteBuf held = input;
        if (!received.isReadable()) {
            received.release();
        } else if (held != null) {
            input = joined(held, received);
        } else {
            input = isWasteful(received) ? joined(Unpooled.EMPTY_BUFFER, received) : received;
        }
    }

    private static boolean isWasteful(ByteBuf received) {
        return received.capacity() >= LARGE_BUFFER_BYTES
                && received.readableBytes() < received.capacity() / MOSTLY_EMPTY;
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
        while (ready == null && input != null) {
            advance(input);
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

    private void advance(ByteBuf from) throws BadFrame {
        if (lengthBytesSeen < Integer.BYTES && !readLength(from)) {
            dropInput(from);
        } else if (gathering == null && from.readableBytes() >= length) {
            cut(from);
        } else {
            gather(from);
        }
    }

    /** Returns whether the length is complete, and then has checked it. */
    private boolean readLength(ByteBuf from) throws BadFrame {
        if (lengthBytesSeen == 0 && from.readableBytes() >= Integer.BYTES) {
            length = from.readInt();
            lengthBytesSeen = Integer.BYTES;
        } else {
            while (lengthBytesSeen < Integer.BYTES && from.isReadable()) {
                length = length << Byte.SIZE | from.readUnsignedByte();
                lengthBytesSeen++;
            }
        }
        if (lengthBytesSeen < Integer.BYTES) {
            return false;
        }
        if (length < 0 || length > maxFrameBytes) {
            throw refusal(length);
        }
        return true;
    }

    private BadFrame refusal(int refused) {
        if (refused >>> Short.SIZE == TLS_HANDSHAKE) {
            return new BadFrame(BadFrame.Kind.TLS, "a TLS client spoke to the plaintext listener");
        }
        if (looksLikeHttp(refused)) {
            return new BadFrame(BadFrame.Kind.HTTP, "an HTTP client spoke to the listener");
        }
        if (refused < 0) {
            return new BadFrame(
                    BadFrame.Kind.NEGATIVE, "a request of negative length " + refused + " came to the listener");
        }
        return new BadFrame(
                BadFrame.Kind.TOO_LONG,
                "a request of " + refused + " bytes, more than " + RequestConfig.MAX_REQUEST_BYTES.name() + " allows ("
                        + maxFrameBytes + "), came to the listener");
    }

    private static boolean looksLikeHttp(int refused) {
        var start = new StringBuilder();
        for (int shift = Integer.SIZE - Byte.SIZE; shift >= 0; shift -= Byte.SIZE) {
            start.append((char) (refused >>> shift & 0xff));
        }
        String word = start.toString().trim().toUpperCase(Locale.ROOT);
        return word.length() >= 3 && (" " + HTTP_METHODS).contains(" " + word);
    }

    private void cut(ByteBuf from) {
        if (from.readableBytes() == length) {
            ready = from;
            input = null;
        } else {
            ready = from.readRetainedSlice(length);
        }
        lengthBytesSeen = 0;
        length = 0;
    }

    private void gather(ByteBuf from) {
        ByteBuf into = gathering == null ? allocator.directBuffer(trusted(from.readableBytes()), length) : gathering;
        gathering = into;
        int more = Math.min(from.readableBytes(), length - into.readableBytes());
        if (more > into.writableBytes()) {
            into.capacity(trusted(into.readableBytes() + more));
        }
        into.writeBytes(from, more);
        if (into.readableBytes() == length) {
            ready = into;
            gathering = null;
            lengthBytesSeen = 0;
            length = 0;
        }
        if (!from.isReadable()) {
            dropInput(from);
        }
    }

    private int trusted(int arrived) {
        return (int) Math.min(length, (long) arrived * TRUST);
    }

    private void dropInput(ByteBuf from) {
        from.release();
        input = null;
    }

    /** Bytes received that no one has taken, apart from an incomplete frame. */
    int heldBytes() {
        int held = input == null ? 0 : input.readableBytes();
        return ready == null ? held : held + ready.readableBytes();
    }

    /** Bytes reserved for a frame that is not complete. */
    int incompleteBytes() {
        return gathering == null ? lengthBytesSeen : gathering.capacity();
    }

    /** Gives up everything held. */
    void release() {
        releaseIfHeld(input);
        releaseIfHeld(gathering);
        releaseIfHeld(ready);
        input = null;
        gathering = null;
        ready = null;
        lengthBytesSeen = 0;
    }

    private static void releaseIfHeld(@Nullable ByteBuf buffer) {
        if (buffer != null) {
            buffer.release();
        }
    }
}
