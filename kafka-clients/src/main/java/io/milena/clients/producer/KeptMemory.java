package io.milena.clients.producer;

import io.netty.buffer.ByteBuf;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * Some memory of one size that nobody uses, ready for whoever wants as much next: the last that came is the first that
 * goes. Guarded by the lock of its {@link RecordPool}.
 */
final class KeptMemory {

    private final ArrayDeque<ByteBuf> all = new ArrayDeque<>();
    private final int sizeBytes;
    private final long mostBytes;

    /** @param mostBytes no more than this is kept */
    KeptMemory(int sizeBytes, long mostBytes) {
        this.sizeBytes = sizeBytes;
        this.mostBytes = mostBytes;
    }

    /** Memory of {@code bytes}; null if none is here. */
    @Nullable
    ByteBuf take(int bytes) {
        return bytes == sizeBytes ? all.pollFirst() : null;
    }

    /** Whether {@code memory} stays here; if not, it is still the caller's. */
    boolean keep(ByteBuf memory, int bytes) {
        boolean hasRoom = bytes == sizeBytes && heldBytes() + bytes <= mostBytes;
        if (hasRoom) {
            all.addFirst(memory);
        }
        return hasRoom;
    }

    /** Gives up what is more than {@code bytes}. */
    void shrinkTo(long bytes) {
        while (!all.isEmpty() && heldBytes() > bytes) {
            all.removeLast().release();
        }
    }

    private long heldBytes() {
        return (long) all.size() * sizeBytes;
    }
}
