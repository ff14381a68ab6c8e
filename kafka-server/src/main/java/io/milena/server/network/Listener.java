package io.milena.server.network;

import com.codahale.metrics.Meter;
import io.milena.common.time.Time;
import io.milena.protocol.ReceiveBuffers;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.RecvByteBufAllocator;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * One bound address: accepts connections within the limits and gives each to a loop.
 *
 * <p>Thread-safe. Accepting itself is confined to the loop that the address is bound on.
 */
final class Listener {

    private static final int MIN_READ_BYTES = 512;
    private static final int FIRST_READ_BYTES = 2048;
    private static final int MAX_READ_BYTES = 1 << 20;

    /** Of buffers whose size follows what a connection sends. Without a state of its own; each handle has one. */
    private static final RecvByteBufAllocator FRESH =
            new AdaptiveRecvByteBufAllocator(MIN_READ_BYTES, FIRST_READ_BYTES, MAX_READ_BYTES);

    private final ListenerConfig config;
    private final EventLoops loops;
    private final ConnectionTerms terms;
    private final ConnectionLimits limits;
    private final Map<Connection, Boolean> connections = new ConcurrentHashMap<>();
    private final Meter blockedTime;
    private final Channel channel;

    private Listener(ListenerConfig config, EventLoops loops, ConnectionTerms terms, ConnectionLimits limits)
            throws IOException {
        this.config = config;
        this.loops = loops;
        this.terms = terms;
        this.limits = limits;
        this.blockedTime = terms.server().metrics().blockedTime(config.name());
        this.channel = bind();
    }

    /**
     * Binds the address; connections wait in the system's backlog until {@link #accept}.
     *
     * @throws IOException if the address cannot be bound; the message names the listener
     */
    static Listener bind(ListenerConfig config, EventLoops loops, ConnectionTerms terms, ConnectionLimits limits)
            throws IOException {
        return new Listener(config, loops, terms, limits);
    }

    private Channel bind() throws IOException {
        SocketConfig sockets = terms.config().sockets();
        var bootstrap = new ServerBootstrap()
                .group(loops.group())
                .channel(loops.serverChannel())
                .option(ChannelOption.AUTO_READ, false)
                .option(ChannelOption.SO_REUSEADDR, true)
                .option(ChannelOption.SO_BACKLOG, sockets.backlog())
                // Requests of 16 KiB and more cost a third less with this one than with Netty's adaptive allocator.
                .childOption(ChannelOption.ALLOCATOR, PooledByteBufAllocator.DEFAULT)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childOption(ChannelOption.SO_KEEPALIVE, true)
                .handler(new Door())
                .childHandler(new Opener());
        if (sockets.receiveBufferBytes() != SocketConfig.SYSTEM_DEFAULT) {
            // On the listening socket: accepted ones inherit it, in time for the window they announce.
            bootstrap.option(ChannelOption.SO_RCVBUF, sockets.receiveBufferBytes());
        }
        if (sockets.sendBufferBytes() != SocketConfig.SYSTEM_DEFAULT) {
            bootstrap.childOption(ChannelOption.SO_SNDBUF, sockets.sendBufferBytes());
        }
        ChannelFuture bound = bootstrap.bind(address()).awaitUninterruptibly();
        if (!bound.isSuccess()) {
            throw new IOException(config + ": " + bound.cause().getMessage(), bound.cause());
        }
        return bound.channel();
    }

    private InetSocketAddress address() throws IOException {
        InetSocketAddress address = config.host().isEmpty()
                ? new InetSocketAddress(config.port())
                : new InetSocketAddress(config.host(), config.port());
        if (address.isUnresolved()) {
            throw new IOException(config + ": unknown host");
        }
        return address;
    }

    String name() {
        return config.name();
    }

    int port() {
        return ((InetSocketAddress) channel.localAddress()).getPort();
    }

    /** Lets connections in. Calling again does nothing. */
    void accept() {
        channel.config().setAutoRead(true);
    }

    /** Lets no more connections in, for good. */
    void close() {
        channel.close().awaitUninterruptibly();
    }

    /** The connections that are open. */
    Iterable<Connection> connections() {
        return connections.keySet();
    }

    /** Turns connections away that are over the limits, before they cost anything. */
    private final class Door extends ChannelInboundHandlerAdapter {

        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            Channel child = (Channel) message;
            InetAddress from = ((InetSocketAddress) child.remoteAddress()).getAddress();
            ConnectionLimits.Admission admission = limits.arrived(from);
            if (admission != ConnectionLimits.Admission.ADMITTED) {
                child.unsafe().closeForcibly();
                terms.server().metrics().connectionRefused();
                terms.server().log().warn(admission.name(), refusal(admission, from));
                return;
            }
            child.closeFuture().addListener(closed -> limits.left(from));
            context.fireChannelRead(child);
            if (limits.areReached()) {
                context.channel().config().setAutoRead(false);
                awaitRoom(loops.loopOf(context.channel().eventLoop()).time());
            }
        }

        private void awaitRoom(Time time) {
            long blockedNanos = time.nanos();
            limits.whenThereIsRoom(() -> {
                blockedTime.mark(time.nanos() - blockedNanos);
                accept();
            });
        }

        private String refusal(ConnectionLimits.Admission admission, InetAddress from) {
            String key = admission == ConnectionLimits.Admission.TOO_MANY
                    ? ConnectionConfig.MAX.name()
                    : ConnectionConfig.MAX_PER_IP.name();
            return "turned away a connection from " + from + " to " + name() + ": " + key + " is reached";
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            terms.server().log().warn("accept", "accepting on " + config + " failed: " + cause);
            context.fireExceptionCaught(cause);
        }
    }

    /** Makes the connection of an accepted socket. */
    private final class Opener extends ChannelInitializer<Channel> {

        @Override
        protected void initChannel(Channel child) {
            Loop loop = loops.loopOf(child.eventLoop());
            var connection = new Connection(terms, loop, child);
            connections.put(connection, true);
            child.closeFuture().addListener(closed -> connections.remove(connection));
            child.config().setRecvByteBufAllocator(new ReceiveBuffers(connection::space, FRESH));
            child.pipeline().addLast(connection);
        }
    }
}
