package io.milena.protocol;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.RecvByteBufAllocator;
import io.netty.util.UncheckedBooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Has the rest of a frame received where it will stay, so that it is not copied; anything else into a fresh buffer.
 * Only for connections that see the bytes as they come off the socket. Confined to the connection's event loop.
 */
public final class ReceiveBuffers implements RecvByteBufAllocator {

    private final Supplier<@Nullable ByteBuf> space;
    private final RecvByteBufAllocator fresh;

    /**
     * @param space where the next bytes belong, not retained; null if that is all the same
     * @param fresh makes the buffers for such bytes, and counts all that come; its handles are {@link ExtendedHandle}s
     */
    public ReceiveBuffers(Supplier<@Nullable ByteBuf> space, RecvByteBufAllocator fresh) {
        this.space = space;
        this.fresh = fresh;
    }

    @Override
    public ExtendedHandle newHandle() {
        return new NextRead((ExtendedHandle) fresh.newHandle(), space);
    }

    /** Chooses for each read. */
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
