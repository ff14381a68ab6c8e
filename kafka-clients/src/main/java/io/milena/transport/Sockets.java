package io.milena.transport;

import io.netty.channel.Channel;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioSocketChannel;

/**
 * The best way that this machine has to wait for sockets: Linux with Netty's native library, or what Java brings. A
 * root makes its event loop over {@link #handlers}; connections then fit to it.
 */
public final class Sockets {

    private Sockets() {}

    /** For the event loop of a client. */
    public static IoHandlerFactory handlers(IoFigures figures) {
        IoHandlerFactory plain = handlers();
        return executor -> new WatchedIo(plain.newHandler(executor), figures);
    }

    /** For the event loop of a client that nobody watches. */
    public static IoHandlerFactory handlers() {
        return Epoll.isAvailable() ? EpollIoHandler.newFactory() : NioIoHandler.newFactory();
    }

    static Class<? extends Channel> channel() {
        return Epoll.isAvailable() ? EpollSocketChannel.class : NioSocketChannel.class;
    }
}
