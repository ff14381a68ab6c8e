package io.milena.transport;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.RecvByteBufAllocator;
import io.netty.util.UncheckedBooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Has the rest of an answer received where it will stay, and anything else in a buffer whose size follows what comes.
 * Only for connections that see the bytes as they come off the socket. Confined to the connection's event loop.
 */
final class ReceiveBuffers implements RecvByteBufAllocator {

    private static final int MIN_READ_BYTES = 512;
    private static final int FIRST_READ_BYTES = 4096;
    private static final int MAX_READ_BYTES = 64 << 10;

    private static final RecvByteBufAllocator FRESH =
            new AdaptiveRecvByteBufAllocator(MIN_READ_BYTES, FIRST_READ_BYTES, MAX_READ_BYTES);

    private final Supplier<@Nullable ByteBuf> space;

    /** @param space where the next bytes belong, not retained; null if that is all the same */
    ReceiveBuffers(Supplier<@Nullable ByteBuf> space) {
        this.space = space;
    }

    @Override
    public ExtendedHandle newHandle() {
        return new NextRead((ExtendedHandle) FRESH.newHandle(), space);
    }

    /** Chooses for each read; that of fresh buffers counts. */
    private static final class NextRead extends DelegatingHandle implements ExtendedHandle {

        private final ExtendedHandle fresh;
        private final Supplier<@Nullable ByteBuf> space;

        NextRead(ExtendedHandle fresh, Supplier<@Nullable ByteBuf> space) {
            super(fresh);
            this.fresh = fresh;
            this.space = space;
        }

        @Override
        public ByteBuf allocate(ByteBufAllocator allocator) {
            ByteBuf known = space.get();
            return known == null ? fresh.allocate(allocator) : known.retain();
        }

        @Override
        public boolean continueReading(UncheckedBooleanSupplier mayHaveMore) {
            return fresh.continueReading(mayHaveMore);
        }
    }
}
