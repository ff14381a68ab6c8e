package io.milena.transport;

import io.milena.protocol.ReceiveBuffers;
import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.RecvByteBufAllocator;
import org.jspecify.annotations.Nullable;

/** Makes connections. Confined to the event loop. */
public final class Connector {

    private static final int MIN_READ_BYTES = 512;
    private static final int FIRST_READ_BYTES = 4096;
    private static final int MAX_READ_BYTES = 64 << 10;

    /** Of buffers whose size follows what a broker sends. Without a state of its own; each handle has one. */
    private static final RecvByteBufAllocator FRESH =
            new AdaptiveRecvByteBufAllocator(MIN_READ_BYTES, FIRST_READ_BYTES, MAX_READ_BYTES);

    private final ConnectionTerms terms;

    public Connector(ConnectionTerms terms) {
        this.terms = terms;
    }

    /**
     * Begins to make a connection; {@code listener} hears of it, never before this returns.
     *
     * @param setupTimeoutMs how long it may take until the socket is connected and secured
     */
    public BrokerConnection connect(
            Peer peer, long setupTimeoutMs, ConnectionListener listener, TrafficListener traffic) {
        var bytes = new Bytes();
        ChannelFuture connecting = bootstrap(bytes).connect(peer.address());
        var connection = new BrokerConnection(terms, peer, listener, traffic, connecting.channel());
        bytes.connection = connection;
        connection.mayTake(setupTimeoutMs);
        // The outcome may be there already, but is told later.
        terms.loop()
                .scheduler()
                .execute(() -> connecting.addListener(outcome -> connection.connected((ChannelFuture) outcome)));
        return connection;
    }

    private Bootstrap bootstrap(Bytes bytes) {
        boolean isPlain = terms.security() == SecurityLayer.PLAINTEXT;
        var bootstrap = new Bootstrap()
                .group(terms.loop().eventLoop())
                .channel(Sockets.channel())
                .disableResolver()
                .option(ChannelOption.ALLOCATOR, terms.loop().allocator())
                .option(ChannelOption.RECVBUF_ALLOCATOR, new ReceiveBuffers(isPlain ? bytes::space : () -> null, FRESH))
                .option(ChannelOption.TCP_NODELAY, true)
                .option(ChannelOption.SO_KEEPALIVE, true)
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, 0)
                .handler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        channel.pipeline().addLast(bytes);
                    }
                });
        SocketSettings sockets = terms.sockets();
        if (sockets.sendBufferBytes() != SocketSettings.SYSTEM_DEFAULT) {
            bootstrap.option(ChannelOption.SO_SNDBUF, sockets.sendBufferBytes());
        }
        if (sockets.receiveBufferBytes() != SocketSettings.SYSTEM_DEFAULT) {
            bootstrap.option(ChannelOption.SO_RCVBUF, sockets.receiveBufferBytes());
        }
        return bootstrap;
    }

    /** The end of the pipeline: hands everything to the connection. */
    private static final class Bytes extends ChannelInboundHandlerAdapter {

        private @Nullable BrokerConnection connection;

        @Nullable
        ByteBuf space() {
            return connection == null ? null : connection.space();
        }

        @Override
        public void channelRead(ChannelHandlerContext context, Object bytes) {
            if (connection != null) {
                connection.received((ByteBuf) bytes);
            }
        }

        @Override
        public void channelInactive(ChannelHandlerContext context) {
            if (connection != null) {
                connection.inactive();
            }
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable failure) {
            if (connection != null) {
                connection.caught(failure);
            }
        }
    }
}
