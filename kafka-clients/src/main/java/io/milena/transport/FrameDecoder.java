package io.milena.transport;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.CompositeByteBuf;
import java.util.ArrayList;
import java.util.List;
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
 * <p>An answer that arrived whole is a slice of what was received. One that did not is received in pieces, each into
 * the {@link #space} for it and none of them moved; a piece is no larger than what has arrived lets expect, so that a
 * length alone reserves nothing, and no larger than what the allocator keeps for the next one. Where direct memory is
 * scarce the pieces are in the heap, and what comes is copied there ({@link ReceiveMemory}). Owns a reference of all
 * bytes it holds. Confined to the connection's event loop.
 */
final class FrameDecoder {

    /** A piece is at most so many times what has arrived of its answer. */
    private static final int TRUST = 16;

    private static final int LEAST_PIECE_BYTES = 2048;
    private static final int MOST_PIECE_BYTES = 1 << 20;

    /** Receive buffers from here on must be filled as far as {@link #TRUST} says: whoever keeps records keeps them. */
    private static final int LARGE_BUFFER_BYTES = 16 << 10;

    private static final int UNKNOWN = -1;

    private final ReceiveMemory memory;
    private final int maxFrameBytes;
    private final List<ByteBuf> pieces = new ArrayList<>();
    private final KeptPieces kept;
    private int piecesBytes;
    private @Nullable ByteBuf input;
    /** Of the answer that {@link #pieces} and {@link #input} begin with; its four bytes are read when it is known. */
    private int length = UNKNOWN;

    FrameDecoder(ReceiveMemory memory, int maxFrameBytes) {
        this.memory = memory;
        this.maxFrameBytes = maxFrameBytes;
        this.kept = new KeptPieces(memory);
    }

    /**
     * Where the next bytes of the connection are best received. They count when the buffer is {@link #feed fed}.
     *
     * @return a direct buffer with room, still owned by this decoder; or null: any buffer will do
     */
    @Nullable
    ByteBuf space() {
        ByteBuf last = input;
        if (last == null || !last.isWritable() && length == UNKNOWN) {
            return null;
        }
        ByteBuf space = last.isWritable() ? last : nextPiece(last);
        return space.isDirect() ? space : null;
    }

    /** Goes on behind {@code full} with an empty piece, of an answer of which more is to come. */
    private ByteBuf nextPiece(ByteBuf full) {
        int arrived = piecesBytes + full.readableBytes();
        int expected = Math.max(LEAST_PIECE_BYTES, (int) Math.min(MOST_PIECE_BYTES, (long) TRUST * arrived));
        int bytes = Math.min(length - arrived, expected);
        ByteBuf next = bytes == MOST_PIECE_BYTES ? kept.take(bytes) : memory.piece(bytes);
        goOnWith(next, full);
        return next;
    }

    private void goOnWith(ByteBuf next, ByteBuf full) {
        pieces.add(full);
        piecesBytes += full.readableBytes();
        input = next;
    }

    /**
     * Takes over {@code received}: the bytes that follow those given before, or the {@link #space}, which has got some.
     */
    void feed(ByteBuf received) {
        ByteBuf last = input;
        if (received == last) {
            received.release();
        } else if (last == null) {
            input = isWasteful(received) ? moved(received) : received;
        } else if (received.readableBytes() <= last.writableBytes()) {
            last.writeBytes(received);
            received.release();
        } else if (length == UNKNOWN) {
            joined(last, received);
        } else if (last.isDirect()) {
            goOnWith(received, last);
        } else {
            copied(last, received);
        }
    }

    /** To the heap, because direct memory is scarce; what follows the answer stays where it is. */
    private void copied(ByteBuf last, ByteBuf received) {
        ByteBuf piece = last;
        while (received.isReadable()) {
            if (!piece.isWritable()) {
                if (piecesBytes + piece.readableBytes() == length) {
                    goOnWith(received, piece);
                    return;
                }
                piece = nextPiece(piece);
            }
            piece.writeBytes(received, Math.min(piece.writableBytes(), received.readableBytes()));
        }
        received.release();
    }

    private static boolean isWasteful(ByteBuf bytes) {
        return bytes.capacity() >= LARGE_BUFFER_BYTES && bytes.capacity() / TRUST > bytes.readableBytes();
    }

    private ByteBuf moved(ByteBuf received) {
        try {
            return memory.allocator().directBuffer(received.readableBytes()).writeBytes(received);
        } finally {
            received.release();
        }
    }

    private void joined(ByteBuf first, ByteBuf received) {
        try {
            int bytes = first.readableBytes() + received.readableBytes();
            input = memory.allocator().directBuffer(bytes).writeBytes(first).writeBytes(received);
            first.release();
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
        ByteBuf last = input;
        if (last == null || length == UNKNOWN && last.readableBytes() < Integer.BYTES) {
            return null;
        }
        if (length == UNKNOWN) {
            length = checked(last.readInt());
        }
        return piecesBytes + last.readableBytes() < length ? null : cut(last);
    }

    private int checked(int announced) throws BadFrame {
        if (announced < 0 || announced > maxFrameBytes || BadFrame.isForeign(announced)) {
            throw BadFrame.of(announced, maxFrameBytes);
        }
        return announced;
    }

    private ByteBuf cut(ByteBuf last) {
        ByteBuf end = last.readRetainedSlice(length - piecesBytes);
        if (!last.isReadable()) {
            last.release();
            input = null;
        }
        length = UNKNOWN;
        if (pieces.isEmpty()) {
            kept.giveUpOne();
            return end;
        }
        return together(end);
    }

    private ByteBuf together(ByteBuf end) {
        CompositeByteBuf whole = memory.allocator().compositeDirectBuffer(pieces.size() + 1);
        whole.addComponents(true, pieces).addComponent(true, end);
        pieces.clear();
        piecesBytes = 0;
        return whole;
    }

    /** Gives up everything held. */
    void release() {
        kept.release();
        pieces.forEach(ByteBuf::release);
        pieces.clear();
        piecesBytes = 0;
        if (input != null) {
            input.release();
            input = null;
        }
    }
}
