package io.milena.transport;

import io.netty.buffer.ByteBuf;
import java.util.ArrayDeque;

/**
 * Pieces of large answers that a connection receives into again when nobody holds them any more: the pieces of one
 * answer are given back together, and the allocator would drop their memory, and zero as much for the next answer.
 *
 * <p>Owns a reference of each, of at most {@link #MOST}: two answers with a mebibyte of each of sixteen partitions, the
 * one that the application reads and the one that comes meanwhile, and a few. Answers that need none let them go, one
 * by one; no more are kept where memory is scarce. Confined to the connection's event loop; others only give up
 * references.
 */
final class KeptPieces {

    private static final int MOST = 36;

    private final ArrayDeque<ByteBuf> kept = new ArrayDeque<>(MOST);
    private final ReceiveMemory memory;

    KeptPieces(ReceiveMemory memory) {
        this.memory = memory;
    }

    /** An empty piece of {@code bytes}, as all pieces here are, or a smaller one; the caller owns a reference. */
    ByteBuf take(int bytes) {
        for (ByteBuf piece : kept) {
            if (piece.refCnt() == 1) {
                return piece.clear().retain();
            }
        }
        ByteBuf made = memory.piece(bytes);
        if (made.isDirect() && kept.size() < MOST && memory.isAmple()) {
            kept.add(made.retain());
        }
        return made;
    }

    /** An answer needed none: keeps one fewer. */
    void giveUpOne() {
        ByteBuf piece = kept.poll();
        if (piece != null) {
            piece.release();
        }
    }

    void release() {
        kept.forEach(ByteBuf::release);
        kept.clear();
    }
}
