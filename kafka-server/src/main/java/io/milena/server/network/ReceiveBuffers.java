package io.milena.server.network;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.RecvByteBufAllocator;
import io.netty.util.UncheckedBooleanSupplier;

/**
 * Has the bytes of one connection received where they will stay: the rest of a request behind its first part, so that
 * it is not copied; anything else into a buffer whose size follows what the connection sends. Only for connections that
 * see the bytes as they come off the socket.
 */
final class ReceiveBuffers implements RecvByteBufAllocator {

    private static final int MIN_READ_BYTES = 512;
    private static final int FIRST_READ_BYTES = 2048;
    private static final int MAX_READ_BYTES = 1 << 20;

    /** Without a state of its own; each handle has one. */
    private static final RecvByteBufAllocator FRESH =
            new AdaptiveRecvByteBufAllocator(MIN_READ_BYTES, FIRST_READ_BYTES, MAX_READ_BYTES);

    private final Connection connection;

    ReceiveBuffers(Connection connection) {
        this.connection = connection;
    }

    @Override
    public ExtendedHandle newHandle() {
        return new NextRead((ExtendedHandle) FRESH.newHandle(), connection);
    }

    /** Decides for each read; a fresh buffer's handle does the counting. */
    private static final class NextRead extends DelegatingHandle implements ExtendedHandle {

        private final ExtendedHandle fresh;
        private final Connection connection;

        NextRead(ExtendedHandle fresh, Connection connection) {
            super(fresh);
            this.fresh = fresh;
            this.connection = connection;
        }

        @Override
        public ByteBuf allocate(ByteBufAllocator allocator) {
            ByteBuf space = connection.space();
            return space == null ? fresh.allocate(allocator) : space.retain();
        }

        @Override
        public boolean continueReading(UncheckedBooleanSupplier mayHaveMore) {
            return fresh.continueReading(mayHaveMore);
        }
    }
}
